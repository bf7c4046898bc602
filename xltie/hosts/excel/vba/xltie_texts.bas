Option Explicit
Option Private Module
' A text as long as an event goes to Python once, and not again with each of a thousand cells.
'
' Python calls it by a digest of its content. That name is used for a cell only while the cell has
' the very text, letter by letter, that was sent; an event that changed is another text.

Private mTexts(7) As String
Private mNames(7) As String
Private mLast As Long

Public Function XtHanded(ByVal server As Object, ByVal named As String, ByVal arguments As Variant, ByVal places As String) As Variant
    ' Null is how a Python that does not know a name (any more) asks for the text itself.
    Dim light As Variant
    Dim told As Variant
    Dim kept As String
    Dim known As String
    Dim i As Long
    For i = LBound(arguments) To UBound(arguments)
        known = XtNameOf(server, XtLong(arguments(i)), arguments(i))
        If known <> "" Then kept = kept & i & vbTab & known & vbLf
    Next
    If kept <> "" Then
        ReDim light(UBound(arguments))
        For i = 0 To UBound(arguments)
            If InStr(vbLf & kept, vbLf & i & vbTab) = 0 Then light(i) = arguments(i)
        Next
        told = server.Answer(named, light, places & kept)
        If Not IsNull(told) Then
            XtHanded = told
            Exit Function
        End If
        XtForget
    End If
    XtHanded = server.Answer(named, arguments, places)
End Function

Public Sub XtForget()
    ' Another Python knows no name yet.
    Dim i As Long
    For i = 0 To 7
        mTexts(i) = ""
        mNames(i) = ""
    Next
End Sub

Private Function XtNameOf(ByVal server As Object, ByVal text As String, ByVal content As Variant) As String
    ' A few texts, for several events that are calculated at once.
    Dim i As Long
    If text = "" Then Exit Function
    For i = 0 To 7
        If mTexts(i) = text Then
            XtNameOf = mNames(i)
            Exit Function
        End If
    Next
    mLast = (mLast + 1) Mod 8
    mTexts(mLast) = ""
    mNames(mLast) = XtSent(server, content)
    mTexts(mLast) = text
    XtNameOf = mNames(mLast)
End Function

Private Function XtSent(ByVal server As Object, ByVal content As Variant) As String
    ' Blank, and so sent with each cell, where Python is older than this workbook.
    On Error Resume Next
    XtSent = server.Keep(content)
End Function

Private Function XtLong(ByVal cell As Variant) As String
    ' What is worth keeping: a long text, or an event that continues in the cells below. The
    ' lengths tell where one cell ends, so that no two columns are alike.
    Dim i As Long
    If VarType(cell) = vbString Then
        If Len(cell) > 500 Then XtLong = cell
    ElseIf IsArray(cell) Then
        If XtColumns(cell) <> 1 Then Exit Function
        If VarType(cell(LBound(cell, 1), LBound(cell, 2))) <> vbString Then Exit Function
        If Len(cell(LBound(cell, 1), LBound(cell, 2))) <= 500 Then Exit Function
        For i = LBound(cell, 1) To UBound(cell, 1)
            If i > LBound(cell, 1) And VarType(cell(i, LBound(cell, 2))) = vbDouble Then
                XtLong = XtLong & "n"  ' the number of EVENTKEY, below the text
            ElseIf VarType(cell(i, LBound(cell, 2))) <> vbString Then
                XtLong = ""
                Exit Function
            End If
            XtLong = XtLong & Len(cell(i, LBound(cell, 2))) & ":" & cell(i, LBound(cell, 2))
        Next
    End If
End Function

Private Function XtColumns(ByVal cell As Variant) As Long
    ' Zero for an array of one dimension, as {1,2,3} is.
    On Error Resume Next
    XtColumns = UBound(cell, 2) - LBound(cell, 2) + 1
End Function
