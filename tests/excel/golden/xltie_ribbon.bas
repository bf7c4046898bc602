Option Explicit
' What the buttons of the tab Tournament do.

Private mRibbon As Object

Public Sub XltiePair(control As IRibbonControl)
    XtCommand "pair"
End Sub

Public Sub XltiePairVisible(control As IRibbonControl, ByRef returnedVal)
    returnedVal = XtFits("rounds")
End Sub

Public Sub XltiePairagain(control As IRibbonControl)
    XtCommand "pairagain"
End Sub

Public Sub XltiePairagainVisible(control As IRibbonControl, ByRef returnedVal)
    returnedVal = XtFits("rounds")
End Sub

Public Sub XltieSeat(control As IRibbonControl)
    XtCommand "seat"
End Sub

Public Sub XltieSeatVisible(control As IRibbonControl, ByRef returnedVal)
    returnedVal = XtFits("session")
End Sub

Public Sub XltieFill(control As IRibbonControl)
    XtCommand "fill"
End Sub

Public Sub XltieFillVisible(control As IRibbonControl, ByRef returnedVal)
    returnedVal = XtFits("rounds")
End Sub

Public Sub XltieRecompute(control As IRibbonControl)
    XtCommand "recompute"
End Sub

Public Sub XltieCheck(control As IRibbonControl)
    XtCommand "check"
End Sub

Public Sub XltieExplain(control As IRibbonControl)
    XtCommand "explain"
End Sub

Public Sub XltiePublish(control As IRibbonControl)
    XtCommand "publish"
End Sub

Public Sub XltieImport(control As IRibbonControl)
    XtCommand "import"
End Sub

Public Sub XltieImportVisible(control As IRibbonControl, ByRef returnedVal)
    returnedVal = XtFits("table")
End Sub

Public Sub XltieHelp(control As IRibbonControl)
    XtCommand "help"
End Sub

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
    ' paired in any other event. An event is made of a table in a workbook that is none.
    Dim games As Object
    Dim cell As Object
    Dim isSession As Boolean
    On Error Resume Next
    Set games = ActiveWorkbook.Names("AllGames").RefersToRange
    If kind = "table" Then
        XtFits = games Is Nothing
        Exit Function
    End If
    For Each cell In games.Rows(1).Cells
        If UCase$(Trim$(cell.Value)) = "NS" Then isSession = True
    Next cell
    XtFits = (isSession = (kind = "session"))
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
