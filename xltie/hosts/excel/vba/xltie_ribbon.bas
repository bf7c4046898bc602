Option Explicit
' What the buttons of the tab Tournament do.

@CALLBACKS@
Public Sub XltieTabVisible(control As IRibbonControl, ByRef returnedVal)
    ' A workbook that carries its own tab hides it where the add-in shows the same one.
    Dim other As Object
    On Error Resume Next
    If Not ThisWorkbook.IsAddin Then Set other = Workbooks("xltie.xlam")
    returnedVal = other Is Nothing
End Sub
