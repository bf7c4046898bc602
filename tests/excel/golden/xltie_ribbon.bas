Option Explicit
' What the buttons of the tab Tournament do.

Public Sub XltieRecompute(control As IRibbonControl)
    XtCommand "recompute"
End Sub

Public Sub XltiePair(control As IRibbonControl)
    XtCommand "pair"
End Sub

Public Sub XltiePairVisible(control As IRibbonControl, ByRef returnedVal)
    returnedVal = XtCan("pair")
End Sub

Public Sub XltieExplain(control As IRibbonControl)
    XtCommand "explain"
End Sub

Public Sub XltieCheck(control As IRibbonControl)
    XtCommand "check"
End Sub

Public Sub XltieHelp(control As IRibbonControl)
    XtCommand "help"
End Sub

Public Sub XltieTabVisible(control As IRibbonControl, ByRef returnedVal)
    ' A workbook that carries its own tab hides it where the add-in shows the same one.
    Dim other As Object
    On Error Resume Next
    If Not ThisWorkbook.IsAddin Then Set other = Workbooks("xltie.xlam")
    returnedVal = other Is Nothing
End Sub
