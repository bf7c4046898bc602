"""The words of clubs' tables in the languages of the federations: data for the reader, no logic.

Headings are those seen in tables of clubs, of pairing programs and of the federations' own forms,
without case, spaces, points and accents: ``No.Ini.`` is ``noini``. A word may stand in several
languages and mean one thing; one that means two things stands under the first that fits here, and
what the column holds decides.
"""

from __future__ import annotations

from typing import Dict, Mapping, Tuple

OPPONENTS = """
    opponent gegner rival adversaire avversario adversario tegenstander przeciwnik rywal соперник
    motstandare ellenfel souper rakip 상대 相手 対戦相手 对手 對手
"""
"""What the other player is called where one's own result is told."""

HEADINGS: Mapping[str, str] = {
    "white": """
        white weiss weisse blanc blancs blancas blanco bianco bianchi branco brancas brancos
        wit biale bialy belye белые белый белых білі vit vita hvid hvit valkea valkoinen
        valkoiset vilagos bily bile biely beyaz 白 白番 白方 後手 백 백번 백선수 红 红方 紅方
        bijeli beli baltieji baltie valge λευκα alb albele trang beyazlar putih белите whites
        weisser whiteplayer الابيض الأبيض سفید לבן playerwhite blanques""",
    "black": """
        black schwarz schwarze noir noirs negras negro negros nero neri preto pretas pretos
        zwart czarne czarny черные черных чорні svart svarta sort musta mustat sotet cerny cerne
        cierny siyah 黒 黑 黒番 黑方 先手 흑 흑번 흑선수 crni juodieji melnie must μαυρα negru
        negrele den siyahlar hitam черните blacks schwarzer negres الأسود سیاه שחור""",
    "first": """
        home heim heimmannschaft heimteam hosts host local locales locals domicile recevant
        casa mandante visitada visitado thuis gospodarze gospodarz хозяева господари hemma hemmalag
        hjemme hjemmelag koti kotijoukkue hazai domaci evsahibi ホーム 홈 主队 主隊 主場 主场 ns
        emcasa gazde t1 team1 gazda domacin locaux interna equipolocal equipelocale doma
        domacidruzstvo first player1
        playera north northsouth heimverein locatari echipagazda chunha nha tuanrumah дома
        домакин домакини squadracasa squadradicasa manjaha""",
    "second": OPPONENTS
    + """
        away gast gastmannschaft gaste gastteam auswarts visitante visitantes visiteur visiteurs
        exterieur ospite ospiti fuori trasferta fora uit goscie gosc гости гость t2 team2 borta
        bortalag ude udehold borte bortelag vieras vierasjoukkue vendeg hoste deplasman konuk
        アウェイ アウェー ビジター 원정 원정팀 客队 客隊 客場 客场 ew gosti visitor visitors guest
        guests second player2 playerb eastwest oaspeti khach doikhach tamu гост гостите hostia
        deplasmantakimi squadraospite visiting""",
    "player": """
        name namn nom nome nombre naam nimi nev jmeno meno isim adi adsoyad imieinazwisko
        nazwiskoiimie cognomenome apellidosnombre имя фио имяфамилия участник игрок участники
        игроки спортсмен player players playername playersname fullname username spieler
        spielername teilnehmer teilnehmername joueur joueurs joueuse jugador jugadores
        jugadora jogador jogadores jogadora giocatore giocatori speler spelers zawodnik
        zawodnicy gracz spelare spiller pelaaja jatekos hrac hraci oyuncu sporcu 選手 選手名
        選手氏名 名前 氏名 姓名 棋手 选手 名字 이름 성명 선수 선수명 성함 대국자 team teams
        teamname mannschaft mannschaften verein equipe equipo equipos equipa equipes squadra
        squadre ploeg druzyna druzyny команда команды lag lagnamn hold joukkue csapat druzstvo
        takim 팀 팀명 チーム チーム名 队伍 队名 球队 entrant competitor p participant
        participants contestant contestants athlete time clube seleção selecao kilpailija
        deltager deltakare deltaker igrac igralec играч zaidejas speletajs mangija παικτης
        ονομα nume jucator ten tenkydthu nama peserta uczestnik resztvevo concurrent candidato
        الاسم اللاعب نام בשם שם שחקן الفريق קבוצה nominativo""",
    "surname": """
        surname lastname familyname nachname familienname zuname apellidos apellido cognome
        achternaam efternamn etternavn efternavn sukunimi prijmeni priezvisko vezeteknev soyad
        soyadi soyisim sobrenome apelido prezime nomdefamille nazwisko фамилия прізвище 姓 성
        numedefamilie επωνυμο perekonnanimi pavarde uzvards презиме""",
    "first name": """
        firstname givenname forename vorname rufname prenom voornaam roepnaam fornamn fornavn
        etunimi keresztnev utonev krestnijmeno krestni nombredepila imie 名 prenume eesnimi
        vardas""",
    "result": """
        result results res resultat resultats resultado resultados ris risultato risultati erg
        ergebnis ergebnisse resultaat resultaten uitslag uitslagen wynik wyniki результат
        результаты рез счет рахунок итог eredmeny eredmenyek vysledek vysledky vysledok sonuc
        sonuclar tulos lopputulos tulokset 結果 结果 比分 勝敗 勝負 胜负 승부 결과 승패 スコア
        스코어 スコアー 対局結果 skor score scores placar marcador stand skore outcome ft
        fulltime fulltimescore finalscore endstand ergebniss rezultat rezultati rezultatas
        rezultats tulemus αποτελεσμα σκορ ketqua tyso النتيجة نتیجه תוצאה hasil резултат
        gameresult matchresult partieergebnis punktestand tempo90 finalresult fin ftr gole
        discs disks discscore stones stonecount goal 石数 石 석수 돌수 돌 돌개수 石差 pions
        jetons pedine fiches steine brikker brickor pionki stenen steentjes kameny scheiben
        taslar nappulat korongok фишек диски stats goals toré tore goles buts gols gol
        reti golovi голы bramki mal malskillnad golok goly doelpunten maalit doelsaldo фишки
        sets satze saetze manches satz setit szett juegos games frames legs imp vp matchpoints
        matchpunkte brettpunkte boardpoints""",
    "points": """
        points point pts pt pnts total totals tot totalpoints totalnumberofpoints punkte pkt
        pkte punkt puntos puntuacion punti punteggio puntaje pontos pontuacao punten pnt pntn
        punkty razem suma очки очков баллы всего сумма poang pong poeng poengsum
        pisteet pisteetyhteensa pont pontok pontszam body bodu bodov puan toplam puanlar 得点 勝点
        点数 勝ち点 总分 得分 积分 총점 승점 점수 합계 합 gesamt gesamtpunkte summe somme totale
        totaal summa ogolem poeni bodovi tocke tockes punktid punkti taskai βαθμοι σύνολο
        βαθμολογια puncte totalpuncte diem tongdiem mata poin scored точки mms mcmahon
        skorpoints endscore finalpoints gamepoints ptstotal ptos mp mps النقاط امتیاز נקודות""",
    "loser": """
        losingteam loser losers verlierer perdant perdedor perdente perdedora verliezer przegrany
        проигравший forlorare taber taper haviaja vesztes porazeny kaybeden 敗者 败者 패자
        losername""",
    "wins": """
        wins win won siege victoires victorias vittorie vitorias overwinningen zwyciestwa nbv voitot
        победы 胜场 胜局 승수 승 勝 勝数 gagnes ganados vinte vitorie gewonnen nbw w
        gana ganan gagne gagnent gewinnt gewinnen
        vincono vence vencem wygrywaja wygraly выиграли победили 胜""",
    "winner": """
        winner winners winnername winningteam winningplayer sieger gewinner gagnant vainqueur
        ganador vencedor vincitore winnaar zwyciezca победитель vinnare vinder vinner voittaja
        gyoztes vitez kazanan 勝者 勝利者 胜者 获胜者 승자 승리자 victor winnerid setwinner
        winningside pobjednik zmagovalec νικητης castigator победител vincente winnerof""",
    "round": """
        round rounds rd rds rnd r runde rde spieltag spielrunde ronde ronda jornada fecha
        journee jour semaine turno giornata rodada speelronde runda kolejka тур туры раунд rond
        omgang kierros fordulo fordulok kolo tur turlar ラウンド 回戦 回 節 라운드 국 회차 회전
        회 경기 轮 輪 轮次 第轮 第輪 局 week matchday gameweek md gw matchweek kola kolu γυρος
        αγωνιστικη vong vongdau babak кръг wk gameday spielwoche etapa parti partija voor kārta
        karta turas dag rnds stage الجولة دور סיבוב""",
    "table": """
        table tables tbl board boards bo bd brd tisch brett br mesa tablero tab tabuleiro
        tavolo scacchiera echiquier bord tafel szachownica stol stul стол доска pöytä poyta
        lauta tabla asztal sachovnice masa 卓 盤 テーブル 台 台次 桌 桌号 桌次 테이블 보드 판
        match matchid matchnum matchno game gameid gamenumber spiel spielnr partie partita
        partido begegnung paarung sto ploca сдача τραπεζι σκακιερα ban meja маса set setno match_id
        idpartida pairing jogo zapas mecz wedstrijd merkozes матч партия матчи meci utakmica tekma
        ottelu kamp rencontre incontro الطاولة میز שולחן""",
    "number": """
        pair paar no nr num number numero sno snr startnr startno startnumber startingno
        startrank seed id playerid nrd noini noinic numeroinicial tlnnr tln nummer startnummer
        sz sorszam rajtszam c cislo стном номер n° ord ordre numer lp 番号 选手号 编号 序号
        번호 선수번호 № nº # n pairno pairnum pairnumber tpn pin code codice start rbr br n0 αα
        stt nomor ном startingrank pairingno bib tnr startingnumber idequipo ogr lfd lfdnr الرقم
        מספר""",
    "place": """
        place places pl pos position posicion posicao rank rk rg rang rangs platz rangliste
        puesto lugar classement cl clt class classifica posizione plaats miejsce mce m место
        placering plac placing plassering sija sijoitus helyezes h hely poradi por umisteni
        sira siralama derece 順位 位 名次 排名 순위 등수 finalplacement standing vieta koht
        θεση loc hang peringkat класиране mjesto mesto clas المركز الترتيب رتبه מקום""",
    "rating": """
        rating ratings rtg rtgi rtgn elo eloi elon fideelo dwz twz nwz ingo fmjd prerating
        postrating ranking рейтинг рейт reiting elofide classificacio レーティング レート
        레이팅 等级分 等級分 rat ratg strength styrka vahvuusluku ertekszam elopont elopoint
        ukd κλιμακα hesoelo elorating rp perf performance ratingperformance tpr рейтингфиде
        fiderating ratinga nationalrating ekf preratings pre grading elonational ελο kcf레이팅
        рейтингфшр""",
    "grade": """
        grade rankofgo dan kyu gorank dangrade grad gr str level niveau klasse kategorie kat
        category kategoria section group gruppe groupe grupo gruppo 段位 段級位 級位 級 段 棋力 급수
        기력 단급 단 급 разряд division class typ type sex gender sexe geschlecht sexo пол age
        alter born year birth birthday jahrgang gebdat datanasc stopien niv nv force starke
        spielstarke vt kyudan кат ранг розряд klasa osztaly kategorija 그룹 조
        等级 级别 级 ランク""",
    "title": "title titel titre titulo titolo tytul титул звание 称号 타이틀 tit titul t",
    "club": """
        club clubs klub klubb kerho vereniging circolo circulo egyesulet oddil kulup ort city
        town clubcity stadt ville ciudad citta ciudadclub 所属 所在地 소속 클럽 单位 origin
        vereinort region school state stadium stadion venue where referee schiedsrichter
        arbitro klubbort 学校 단체 klubas clubecidade association province hometown клуб город
        регион gemeinde circolosocieta venues ground location place""",
    "federation": """
        fed federation federacion land country nation nat natie pais paese cn fid federatie
        ország flag flags 国 国籍 국가 фед страна państwo panstwo verband maa stat lv федерация
        drzava ulke foderation nationality""",
    "tiebreak": """
        tb tiebreak tiebreaks sb sos sosos sodos cuss bh buchh buchholz buch mbuch feinwtg wtg
        soberg sonneborn sonnebornberger berger ber bergr dep departage des desp desempate sp
        spareggio wp ph koya de aro opp mutres buct medbuch med solkoff solk prog progressive
        cumul cumulative kumulativ kval qual eb pktneben 동률 동점 소스 对手分 小分 rstp доп
        бухгольц бергер доппоказатель egyebpont diff differenz goaldiff gd tordiff bhc bhcut
        nsb omw gwp drobne rating2 kb tbr ppg mds bq bhz fide perform progr rank2""",
    "decider": """
        penalties penalty pens pen elfmeter tirsaubut penales penalti rigori shootout pso so
        elfmeterschiessen tandas tirsaubuts calcidirigore karne penaltis strafschoppen""",
    "extra time": """
        extratime extratimescore et aet verlangerung nverl prorroga prorrogacao prolongation
        afterextratime overtime ot verlenging tempisupplementari dogrywka""",
    "not result": """
        ht hthg htag htr halftime halftimescore half halbzeit hz mitemps mt descanso
        mediotiempo intervalo primotempo pt1 rust ruststand przerwa перерыв тайм halvtid pauze
        devre polocas felido ponyhalf 前半 전반 半场 htscore hthomegoals htawaygoals satz game1
        viertel virtel quarter quarters q1 q2 q3 q4 drittel cuarto periodo periodos
        tip tips tipp tipps prediction predicted forecast pronostico pronostic voorspelling
        palpite prognose prognoza прогноз 予想 예측 예상 预测
        odds quote quoten cuota cuotas cote shots corners fouls cards xg attendance possession""",
    "date": """
        date datum fecha data дата dato pvm tarih 日付 날짜 日期 day tag giorno jour dia hour
        time kickoff uhrzeit heure ora hora datetime timestamp dategmt wann when days dag
        matchdate tijd datums paivays дата_ paiva ημερομηνια ngay tanggal uhr
        orario horario anstoss
        anstosszeit godzina czas cas saat время начало 시간 시각 時刻 時間 开球时间 时间 start""",
    "colour": "colour color farbe couleur color colore kleur kolor цвет farg 色 색 color c",
    "handicap": """
        handicap hcp hc ha hd vorgabe stones 置石 ハンデ 접바둑 치수 핸디캡 让子 фора гандикап
        komi""",
    "remark": """
        remarks remark note notes comment comments bemerkung bemerkungen kommentar
        observaciones remarque uwagi примечание 備考 비고 备注 status type leg phase
        competition league tournament wettbewerb liga div season saison group leagueid opening
        eco pgn link url match_type termination contract kontrakt declarer rozgrywajacy lead
        wist vul dealer board_no tricks session fmjdid ratingid""",
}
"""What a heading may be called, by what it means; written in the normal form of ``heading.py``."""

OUTCOMES: Mapping[str, Tuple[str, str, str]] = {
    "en": ("w win won wins", "d draw drawn drew t tie tied half jigo", "l loss lose lost loses"),
    "de": ("s sieg gewonnen gewinn g", "r remis u unentschieden", "n niederlage verloren v"),
    "fr": ("g gagne gagnee gain v victoire", "n nul nulle", "p perdu perdue perte d defaite"),
    "es": ("g gana gano ganada victoria", "e empate t tablas", "p pierde perdio perdida derrota"),
    "it": ("v vince vittoria vinta vinto", "n patta pari pareggio x", "p s perde sconfitta persa"),
    "pt": ("v vitoria ganhou", "e empate", "d derrota perdeu"),
    "nl": ("w g winst gewonnen wint", "r remise gelijk", "v verlies verloren verliest"),
    "pl": ("w wygrana wygral z zwyciestwo", "r remis", "p przegrana przegral porazka"),
    "ru": ("в победа выигрыш выиграл", "н ничья", "п поражение проигрыш проиграл"),
    "uk": ("в перемога", "н нічия", "п поразка"),
    "sv": ("v vinst vann", "o oavgjort r remi", "f forlust forlorade"),
    "da": ("v vundet gevinst sejr vandt", "r remis uafgjort", "t tabt nederlag tabte"),
    "no": ("s seier", "u uavgjort remis", "t tap"),
    "fi": ("v voitto", "t tasapeli", "h havio tappio"),
    "hu": ("gy gyozelem nyert", "d dontetlen", "v vereseg vesztett"),
    "cs": ("v vyhra", "r remiza", "p prohra"),
    "sk": ("v vyhra", "r remiza", "p prehra"),
    "hr": ("p pobjeda pobeda", "n r remi nerijeseno", "i poraz"),
    "ro": ("v victorie", "r remiza e egal", "i infrangere"),
    "tr": (
        "g galip galibiyet kazandi",
        "b berabere beraberlik",
        "m maglup maglubiyet kaybetti yenilgi",
    ),
    "el": ("ν νικη", "ι ισοπαλια", "η ηττα"),
    "bg": ("п победа", "р реми равен", "з загуба"),
    "vi": ("thang", "hoa", "thua"),
    "sl": ("zmaga", "remi neodloceno", "poraz"),
    "sr": ("победа", "реми нерешено", "пораз"),
    "ca": ("guanya victoria", "taules empat", "perd derrota"),
    "lt": ("pergale laimejo", "lygiosios", "pralaimejo pralaimejimas"),
    "lv": ("uzvara uzvareja", "neizskirts", "zaudejums zaudeja"),
    "et": ("voit voitis", "viik", "kaotus kaotas"),
    "ar": ("فوز فاز", "تعادل", "خسارة خسر هزيمة"),
    "fa": ("برد", "مساوی تساوی", "باخت"),
    "he": ("ניצחון נצחון", "תיקו", "הפסד"),
    "id": ("m menang", "s seri remis", "k kalah"),
    "ko": ("승 승리 이김 ○ o", "무 무승부 빅 비김 지고 △", "패 패배 짐 ● × x"),
    "ja": ("勝 勝ち 勝利 ○ 〇 ◯ o", "分 引分 引分け 引き分け 持碁 ジゴ △ ▲", "負 負け 敗 ● × ✕ ✖"),
    "zh": ("胜 勝 赢 ○", "和 平 和棋 平局 △", "负 負 输 ●"),
}
"""What is won, drawn and lost, as a table says it of one side; a table is in one language."""


def spelled(words: Mapping[str, str]) -> Dict[str, str]:
    """Return the meaning of every word; of two meanings the first one counts."""
    found: Dict[str, str] = {}
    for meaning, text in words.items():
        for word in text.split():
            found.setdefault(word, meaning)
    return found
