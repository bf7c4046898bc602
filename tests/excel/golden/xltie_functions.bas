Option Explicit
' One wrapper for each function of the registry.

Public Function WINS(player, games) As Variant
Attribute WINS.VB_Description = "Number of rounds won."
Attribute WINS.VB_ProcData.VB_Invoke_Func = " \n20"
    Dim places As String
    Dim values As Variant
    values = Array(XtCells(0, places, player), XtTable(1, places, games))
    WINS = XtCall("WINS", values, places)
End Function

Public Function BQ(player, games, Optional c, Optional players) As Variant
Attribute BQ.VB_Description = "The 'Brightwell' quotient - 1/2 C x points."
Attribute BQ.VB_ProcData.VB_Invoke_Func = " \n20"
    Dim places As String
    Dim values As Variant
    values = Array( _
        XtCells(0, places, player), _
        XtTable(1, places, games), _
        XtCells(2, places, c), _
        XtTable(3, places, players))
    BQ = XtCall("BQ", values, places)
End Function

Public Function EVENTTEXT(games) As Variant
Attribute EVENTTEXT.VB_Description = "A sample."
Attribute EVENTTEXT.VB_ProcData.VB_Invoke_Func = " \n20"
    Dim places As String
    Dim values As Variant
    values = Array(XtTable(0, places, games))
    EVENTTEXT = XtCall("EVENTTEXT", values, places)
End Function
