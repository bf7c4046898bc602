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

Public Sub XltieSheetCrosstable(control As IRibbonControl)
    XtCommand "sheet.crosstable"
End Sub

Public Sub XltieSheetCrosstableVisible(control As IRibbonControl, ByRef returnedVal)
    returnedVal = XtFits("rounds")
End Sub

Public Sub XltieSheetRace(control As IRibbonControl)
    XtCommand "sheet.race"
End Sub

Public Sub XltieSheetRaceVisible(control As IRibbonControl, ByRef returnedVal)
    returnedVal = XtFits("players")
End Sub

Public Sub XltieSheetExplain(control As IRibbonControl)
    XtCommand "sheet.explain"
End Sub

Public Sub XltieSheetExplainVisible(control As IRibbonControl, ByRef returnedVal)
    returnedVal = XtFits("rounds")
End Sub

Public Sub XltieSheetWhy(control As IRibbonControl)
    XtCommand "sheet.why"
End Sub

Public Sub XltieSheetWhyVisible(control As IRibbonControl, ByRef returnedVal)
    returnedVal = XtFits("rounds")
End Sub

Public Sub XltieSheetBoards(control As IRibbonControl)
    XtCommand "sheet.boards"
End Sub

Public Sub XltieSheetBoardsVisible(control As IRibbonControl, ByRef returnedVal)
    returnedVal = XtFits("teams")
End Sub

Public Sub XltieSheetFrequencies(control As IRibbonControl)
    XtCommand "sheet.frequencies"
End Sub

Public Sub XltieSheetFrequenciesVisible(control As IRibbonControl, ByRef returnedVal)
    returnedVal = XtFits("session")
End Sub

Public Sub XltieSheetScorecard(control As IRibbonControl)
    XtCommand "sheet.scorecard"
End Sub

Public Sub XltieSheetScorecardVisible(control As IRibbonControl, ByRef returnedVal)
    returnedVal = XtFits("session")
End Sub

Public Sub XltieSheetSettings(control As IRibbonControl)
    XtCommand "sheet.settings"
End Sub

Public Sub XltieSheetHelp(control As IRibbonControl)
    XtCommand "sheet.help"
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
