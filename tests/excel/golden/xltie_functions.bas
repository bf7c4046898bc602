Option Explicit
' One wrapper for each function of the registry.

Public Function WINS(player, games) As Variant
Attribute WINS.VB_Description = "Number of rounds won."
Attribute WINS.VB_ProcData.VB_Invoke_Func = " \n20"
    Dim xtPlaces As String
    Dim xtValues As Variant
    xtValues = Array(XtCells(0, xtPlaces, player), XtTable(1, xtPlaces, games))
    WINS = XtCall("WINS", xtValues, xtPlaces)
End Function

Public Function BQ(player, games, Optional c, Optional players) As Variant
Attribute BQ.VB_Description = "The 'Brightwell' quotient - 1/2 C x points."
Attribute BQ.VB_ProcData.VB_Invoke_Func = " \n20"
    Dim xtPlaces As String
    Dim xtValues As Variant
    xtValues = Array( _
        XtCells(0, xtPlaces, player), _
        XtTable(1, xtPlaces, games), _
        XtCells(2, xtPlaces, c), _
        XtTable(3, xtPlaces, players))
    BQ = XtCall("BQ", xtValues, xtPlaces)
End Function

Public Function EVENTTEXT(games) As Variant
Attribute EVENTTEXT.VB_Description = "A sample."
Attribute EVENTTEXT.VB_ProcData.VB_Invoke_Func = " \n20"
    Dim xtPlaces As String
    Dim xtValues As Variant
    xtValues = Array(XtTable(0, xtPlaces, games))
    EVENTTEXT = XtCall("EVENTTEXT", xtValues, xtPlaces)
End Function
