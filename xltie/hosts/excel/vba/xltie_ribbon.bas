Option Explicit
' What the buttons of the tab Tournament do.

Private mRibbon As Object

@CALLBACKS@
Public Sub XltieRibbonLoaded(ribbon As IRibbonUI)
    Set mRibbon = ribbon
End Sub

Public Sub XtDrawAgain()
    ' Which buttons mean something depends on the workbook that is in front.
    On Error Resume Next
    mRibbon.Invalidate
End Sub

Public Function XtFits(ByVal kind As String) As Boolean
    ' A movement is for sessions of bridge, whose list of results has a column NS; rounds are
    ' paired in any other event, which is one of teams where it has a list of their players. An
    ' event is made of a table in a workbook that is none.
    Dim games As Object
    Dim roster As Object
    Dim cell As Object
    Dim isSession As Boolean
    On Error Resume Next
    Set games = ActiveWorkbook.Names("AllGames").RefersToRange
    Set roster = ActiveWorkbook.Names("AllRoster").RefersToRange
    If kind = "table" Then
        XtFits = games Is Nothing
        Exit Function
    End If
    For Each cell In games.Rows(1).Cells
        If UCase$(Trim$(cell.Value)) = "NS" Then isSession = True
    Next cell
    Select Case kind
        Case "session": XtFits = isSession
        Case "teams": XtFits = Not roster Is Nothing
        Case "players": XtFits = Not isSession And roster Is Nothing
        Case Else: XtFits = Not isSession
    End Select
End Function

Public Sub XltieTabVisible(control As IRibbonControl, ByRef returnedVal)
    ' A workbook that carries its own tab hides it where the add-in shows the same one. As Excel asks
    ' when it starts, the add-in begins to watch here, with the workbooks that are there.
    Dim other As Object
    On Error Resume Next
    If Not ThisWorkbook.IsAddin Then Set other = Workbooks("xltie.xlam")
    returnedVal = other Is Nothing
    If ThisWorkbook.IsAddin Then XtWatch
End Sub

Private Sub XtWatch()
    Dim book As Object
    On Error Resume Next
    ThisWorkbook.WatchExcel
    For Each book In Workbooks
        XtEnterAgain book
    Next book
End Sub
