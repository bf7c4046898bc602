Option Explicit
Option Private Module
' xltie @VERSION@: carries the worksheet functions to Python, and their answers back.
'
' Python is a COM class of this user. COM starts it when it is first needed, and again when
' it was ended; one Python serves all workbooks. No library is declared, no process started here.

Private Const LeftOut As Long = -2147352572
Private Const Patience As Double = 10
Private mServer As Object
Private mNotStarted As String
Private mTriedAt As Double
Private mSaidAt As Double
Private mSaidOf As String

Public Function XtCall(ByVal named As String, ByVal arguments As Variant, ByVal places As String) As Variant
    If XtInWizard() Then
        XtCall = CVErr(2042)
    Else
        XtCall = XtAnswer(XtAsk(named, arguments, places))
    End If
End Function

Private Function XtInWizard() As Boolean
    ' The function wizard asks at every key; Python is asked when the formula is entered. Then
    ' Excel offers no new workbook.
    On Error Resume Next
    XtInWizard = Not Application.CommandBars("Standard").Controls(1).Enabled
End Function

Private Function XtAsk(ByVal named As String, ByVal arguments As Variant, ByVal places As String, Optional ByVal book As Object) As Variant
    ' Asks Python for a function's value or, with a workbook, to do what a button says. A Python
    ' that was ended is started once more, and is then left alone for a while by all cells; what a
    ' button began is never done twice. Any other error starts nothing.
    Dim again As Boolean
    Dim begun As Boolean
    Dim alive As Variant
    Dim why As String
    On Error GoTo Failed
Attempt:
    If book Is Nothing Then
        XtAsk = XtHanded(XtServer(), named, arguments, places)
    Else
        alive = XtServer().Answer("ROUNDS", Array(2), "")
        begun = True
        XtAsk = XtServer().Perform(named, book)
    End If
    Exit Function
Failed:
    why = Err.Description
    If XtIsLost(Err.Number) Then
        Set mServer = Nothing
        XtForget
        If Not again And Not begun Then
            again = True
            Resume Attempt
        End If
        If Not begun Then XtWait why
    End If
    XtSay "no answer from Python (" & Left$(why, 120) & "); in a terminal, type: xltie excel doctor"
    XtAsk = CVErr(2015)
End Function

Private Function XtIsLost(ByVal number As Long) As Boolean
    ' What COM says when the other process is not there any more.
    Select Case number
        Case 462, -2147023174, -2147023170, -2147417848, -2147418105, -2147418094, -2147220995
            XtIsLost = True
    End Select
End Function

Private Sub XtWait(ByVal why As String)
    mNotStarted = why
    If mNotStarted = "" Then mNotStarted = "it does not start"
    mTriedAt = Timer
End Sub

Public Function XtServer() As Object
    ' A Python that does not start may keep a cell waiting for a minute; a thousand cells wait once.
    #If Mac Then
        Err.Raise 1000, , "worksheet functions need Excel on a PC; on a Mac use xltie new --host lite"
    #Else
        If mServer Is Nothing Then
            If mNotStarted <> "" And Abs(Timer - mTriedAt) < Patience Then Err.Raise 1002, , mNotStarted
            XtStart
        End If
    #End If
    Set XtServer = mServer
End Function

Private Sub XtStart()
    On Error GoTo Failed
    mNotStarted = ""
    Set mServer = CreateObject("@PROGID@")
    Exit Sub
Failed:
    XtWait Err.Description
    Err.Raise 1002, , mNotStarted
End Sub

Public Function XtTable(ByVal index As Long, ByRef places As String, Optional ByRef given As Variant) As Variant
    ' A table: blank rows and columns below and right of what the sheet uses are left out.
    XtTable = XtValues(index, places, True, given)
End Function

Public Function XtCells(ByVal index As Long, ByRef places As String, Optional ByRef given As Variant) As Variant
    ' Anything else: a range keeps its shape, unless it is made of whole rows or columns.
    XtCells = XtValues(index, places, False, given)
End Function

Private Function XtValues(ByVal index As Long, ByRef places As String, ByVal isTable As Boolean, Optional ByRef given As Variant) As Variant
    ' Notes where a range stands, so that a fault in it can name its cell.
    Dim area As Range
    If IsObject(given) Then
        Set area = given
        If area.Areas.Count > 1 Then
            XtSay "an argument is made of several ranges; give one range"
            Err.Raise 1001
        End If
        Set area = XtClipped(area, isTable)
        places = places & index & vbTab & area.Worksheet.Name & vbTab & area.Row & vbTab & area.Column & vbLf
        XtValues = XtRead(area)
    ElseIf IsMissing(given) Then
        XtValues = LeftOut
    Else
        XtValues = given
    End If
End Function

Private Function XtClipped(ByVal area As Range, ByVal isTable As Boolean) As Range
    ' The first cell stays where it is, so that answers stand beside their players.
    Dim used As Range
    Dim sheet As Object
    Dim rowCount As Long
    Dim columnCount As Long
    Set sheet = area.Worksheet
    Set used = sheet.UsedRange
    rowCount = area.Rows.Count
    columnCount = area.Columns.Count
    If isTable Or rowCount = sheet.Rows.Count Then
        rowCount = XtWithin(rowCount, used.Row + used.Rows.Count - area.Row)
    End If
    If isTable Or columnCount = sheet.Columns.Count Then
        columnCount = XtWithin(columnCount, used.Column + used.Columns.Count - area.Column)
    End If
    Set XtClipped = area.Resize(rowCount, columnCount)
End Function

Private Function XtWithin(ByVal size As Long, ByVal most As Long) As Long
    XtWithin = size
    If most < size Then XtWithin = most
    If XtWithin < 1 Then XtWithin = 1
End Function

Private Function XtRead(ByVal area As Range) As Variant
    ' Plain numbers, not dates and currencies; ten times faster than handing over the range.
    XtRead = area.Value2
End Function

Private Function XtAnswer(ByRef told As Variant) As Variant
    ' Codes such as #N/A become real error values, their reason goes to the status bar.
    Dim i As Long
    Dim j As Long
    If IsArray(told) Then
        For i = LBound(told, 1) To UBound(told, 1)
            For j = LBound(told, 2) To UBound(told, 2)
                told(i, j) = XtCell(told(i, j))
            Next j
        Next i
        XtAnswer = told
    Else
        XtAnswer = XtCell(told)
    End If
    If mSaidAt > 0 And Not IsError(XtAnswer) Then XtHushLater
End Function

Private Function XtCell(ByVal told As Variant) As Variant
    Dim code As String
    Dim after As Long
    XtCell = told
    If VarType(told) <> vbString Then Exit Function
    If Left$(told, 1) <> "#" Then Exit Function
    code = told
    after = InStr(told, vbTab)
    If after > 0 Then code = Left$(told, after - 1)
    Select Case code
        Case "#N/A": XtCell = CVErr(2042)
        Case "#VALUE!": XtCell = CVErr(2015)
        Case "#NUM!": XtCell = CVErr(2036)
        Case "#REF!": XtCell = CVErr(2023)
        Case "#DIV/0!": XtCell = CVErr(2007)
        Case "#NAME?": XtCell = CVErr(2029)
        Case "#NULL!": XtCell = CVErr(2000)
        Case Else: Exit Function
    End Select
    If after > 0 Then XtSay Mid$(told, after + 1)
End Function

Public Sub XtSay(ByVal text As String)
    mSaidAt = Timer
    mSaidOf = XtCaller()
    XtStatus "xltie: " & Left$(Replace(Replace(text, vbCr, " "), vbLf, " "), 200)
End Sub

Public Sub XtHush()
    If mSaidAt = 0 Then Exit Sub
    mSaidAt = 0
    XtStatus False
End Sub

Private Sub XtHushLater()
    ' A message stays for the calculation that it came from; the next good answer takes it away.
    ' Excel may ask for a cell before those that it depends on, and again once they are computed:
    ' a good answer for the same cell takes its message away at once.
    Dim caller As String
    caller = XtCaller()
    If Abs(Timer - mSaidAt) > 2 Or (caller <> "" And caller = mSaidOf) Then XtHush
End Sub

Private Function XtCaller() As String
    On Error Resume Next
    XtCaller = Application.Caller.Address(External:=True)
End Function

Private Sub XtStatus(ByVal text As Variant)
    On Error Resume Next
    Application.StatusBar = text
    If VarType(text) = vbString Then ThisWorkbook.WatchExcel
End Sub

Public Sub XtCommand(ByVal wanted As String)
    ' Whatever happens in Python, the screen, the events and the calculation come back.
    Dim screenWas As Boolean
    Dim eventsWere As Boolean
    Dim calculationWas As Long
    Dim told As Variant
    If ActiveWorkbook Is Nothing Then
        XtSay "there is no workbook yet"
        Exit Sub
    End If
    screenWas = Application.ScreenUpdating
    eventsWere = Application.EnableEvents
    calculationWas = Application.Calculation
    mNotStarted = ""
    If wanted = "recompute" Then XtEnterAgain ActiveWorkbook
    told = XtAsk(wanted, Empty, "", ActiveWorkbook)
    told = XtAgreed(wanted, told)
    On Error Resume Next
    Application.ScreenUpdating = screenWas
    Application.EnableEvents = eventsWere
    If Application.Calculation <> calculationWas Then Application.Calculation = calculationWas
    If Not IsError(told) Then XtSay told
End Sub

Private Function XtIsQuestion(ByVal told As Variant) As Boolean
    If VarType(told) = vbString Then XtIsQuestion = (Left$(told, 1) = "?")
End Function

Private Function XtAgreed(ByVal wanted As String, ByVal told As Variant) As Variant
    ' Behind a question mark Python asks before it goes on; the answers stand behind what is wanted.
    Dim answer As String
    Do While XtIsQuestion(told)
        answer = " no"
        If MsgBox(Mid$(told, 2), vbYesNo + vbQuestion, "xltie") = vbYes Then answer = " yes"
        wanted = wanted & answer
        told = XtAsk(wanted, Empty, "", ActiveWorkbook)
    Loop
    XtAgreed = told
End Function

Public Sub XtEnterAgain(ByVal book As Object)
    ' A name that Excel did not know while it read a file may stay #NAME? until its formula is
    ' entered again, and shows what is stored until then. Done once, and said; what is #NAME? for
    ' another reason stays as it is.
    Dim screenWas As Boolean
    Dim eventsWere As Boolean
    Dim calculationWas As Long
    Dim sheet As Object
    Dim every As Boolean
    Dim count As Long
    On Error Resume Next
    every = XtIsUnknown(book)
    For Each sheet In book.Worksheets
        count = count + XtUnknown(sheet, every, False)
    Next sheet
    If count = 0 Then Exit Sub
    screenWas = Application.ScreenUpdating
    eventsWere = Application.EnableEvents
    calculationWas = Application.Calculation
    Application.ScreenUpdating = False
    Application.EnableEvents = False
    Application.Calculation = -4135
    count = 0
    For Each sheet In book.Worksheets
        count = count + XtUnknown(sheet, every, True)
    Next sheet
    Application.Calculation = calculationWas
    Application.EnableEvents = eventsWere
    Application.ScreenUpdating = screenWas
    XtSay count & IIf(count = 1, " formula was", " formulas were") & " entered again, because Excel did not know xltie while it opened " & book.Name
End Sub

Private Function XtIsUnknown(ByVal book As Object) As Boolean
    ' Computes the first cell that calls one of our functions: if that makes it #NAME?, all are.
    ' Without a Python what is stored stays.
    Dim alive As Variant
    Dim sheet As Object
    Dim used As Object
    Dim formulas As Variant
    Dim i As Long
    Dim j As Long
    On Error Resume Next
    For Each sheet In book.Worksheets
        Set used = sheet.UsedRange
        formulas = XtFormulas(used)
        For i = 1 To UBound(formulas, 1)
            For j = 1 To UBound(formulas, 2)
                If XtIsOurs(formulas(i, j)) Then
                    Err.Clear
                    alive = XtServer().Answer("ROUNDS", Array(2), "")
                    If Err.Number <> 0 Then Exit Function
                    used.Cells(i, j).Calculate
                    XtIsUnknown = XtIsName(used.Cells(i, j).Value)
                    Exit Function
                End If
            Next j
        Next i
    Next sheet
End Function

Private Function XtFormulas(ByVal used As Object) As Variant
    ' One row more, so that a single cell is an array as well.
    XtFormulas = used.Resize(used.Rows.Count + 1, used.Columns.Count).Formula
End Function

Private Function XtUnknown(ByVal sheet As Object, ByVal every As Boolean, ByVal enter As Boolean) As Long
    ' Counts the cells that hold our functions and are #NAME?, or every one; enters their formulas
    ' again.
    Dim used As Object
    Dim values As Variant
    Dim formulas As Variant
    Dim i As Long
    Dim j As Long
    On Error Resume Next
    Set used = sheet.UsedRange
    values = XtRead(used.Resize(used.Rows.Count + 1, used.Columns.Count))
    formulas = XtFormulas(used)
    For i = 1 To UBound(values, 1)
        For j = 1 To UBound(values, 2)
            If every Or XtIsName(values(i, j)) Then
                If XtIsOurs(formulas(i, j)) Then
                    If enter Then XtEnter used.Cells(i, j)
                    XtUnknown = XtUnknown + 1
                End If
            End If
        Next j
    Next i
End Function

Private Sub XtEnter(ByVal cell As Object)
    ' Excel since dynamic arrays has Formula2, which leaves a formula's meaning as it is.
    On Error GoTo Older
    If cell.HasArray And Not XtSpills(cell) Then
        cell.CurrentArray.FormulaArray = cell.FormulaArray
    Else
        cell.Formula2 = cell.Formula2
    End If
    Exit Sub
Older:
    On Error Resume Next
    If Not cell.HasArray Then cell.Formula = cell.Formula
End Sub

Private Function XtSpills(ByVal cell As Object) As Boolean
    On Error Resume Next
    XtSpills = cell.HasSpill
End Function

Private Function XtIsName(ByVal value As Variant) As Boolean
    If IsError(value) Then XtIsName = (value = CVErr(2029))
End Function

Public Function XtIsOurs(ByVal formula As String) As Boolean
    ' Looks at each word that is followed by a bracket.
    Dim at As Long
    Dim first As Long
    at = InStr(formula, "(")
    Do While at > 0 And Not XtIsOurs
        first = at
        Do While first > 1
            If Not (Mid$(formula, first - 1, 1) Like "[A-Za-z0-9_]") Then Exit Do
            first = first - 1
        Loop
        If first < at Then XtIsOurs = InStr(XtNames(), " " & UCase$(Mid$(formula, first, at - first)) & " ") > 0
        at = InStr(at + 1, formula, "(")
    Loop
End Function

Private Function XtNames() As String
    XtNames = @NAMES@
End Function
