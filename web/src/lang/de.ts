// All that the page says in German.
import type { MoveValue } from "../library/protocol";
import type { Language, Words } from "./lang.svelte";
import { day, decimal, percent } from "./numbers";

const kDay = 86_400_000; // milliseconds
const minutes = (time: number) => Math.round(time / 60_000);
const kLocale = "de";

// A time in whole minutes, hours or days, in the dative.
function spanOf(time: number): string {
  const [count, one, many] =
    time < 3_600_000
      ? [Math.max(1, Math.floor(time / 60_000)), "einer Minute", "Minuten"]
      : time < kDay
        ? [Math.floor(time / 3_600_000), "einer Stunde", "Stunden"]
        : [Math.floor(time / kDay), "einem Tag", "Tagen"];
  return count === 1 ? one : `${count} ${many}`;
}

const moves = (count: number) => (count === 1 ? "1 Zug" : `${count} Züge`);
const gamesText = (count: number) => (count === 1 ? "1 Partie" : `${count} Partien`);
// "in 3 Zügen"
const inMoves = (count: number) => (count === 1 ? "in 1 Zug" : `in ${count} Zügen`);

const words: Words = {
  locale: kLocale,
  app: {
    name: "Duello",
    tagline: "Fünf reine Denkduelle, gelöst bis zum letzten Zug",
    skip: "Zum Spiel springen",
    menu: "Menü",
    home: "Spiele",
    online: "Online",
    puzzles: "Rätsel",
    lab: "Labor",
    kept: "Partien",
    documents: "Doku",
    settings: "Einstellungen",
    loading: "Wird geladen …",
    notFound: "Diese Seite gibt es hier nicht.",
    toHome: "Zu den Spielen",
    broken:
      "Da ist etwas schiefgegangen. Deine Partie ist gesichert; lade die Seite neu, um weiterzuspielen.",
    noLibrary:
      "Die Spiele konnten nicht geladen werden. Prüfe die Verbindung und versuche es noch einmal.",
    tryAgain: "Noch einmal versuchen",
    close: "Schließen",
  },
  home: {
    goOn: "Partie fortsetzen",
    play: "Spielen",
    rules: "Regeln",
    daily: "Das Rätsel des Tages",
    dailyAbout: "Ein einziger Zug gewinnt. Finde ihn.",
    labAbout: "Ändere die Regeln und sieh, wer gewinnt.",
  },
  setup: {
    title: (game: string) => `${game} spielen`,
    opponent: "Gegen",
    person: "Jemand am selben Bildschirm",
    you: "Dein Name",
    other: "Name der anderen Seite",
    first: "Wer beginnt",
    firstYou: "Du",
    firstOther: "Die andere Seite",
    firstToss: "Münzwurf",
    rules: "Regeln",
    book: "Nach dem Buch",
    own: "Eigene",
    more: "Mehr",
    swap: "Kuchenregel: Wer als Zweites zieht, darf nach dem ersten Zug die Plätze tauschen",
    series: "Partien",
    bestOf: (games: number) => (games === 1 ? "Eine Partie" : `Auf ${(games + 1) / 2} Siege`),
    start: "Los geht’s",
  },
  players: {
    human: "Mensch",
    random: "Zufall",
    level: (level: string) => `Stufe ${level}`,
    perfect: "Perfekt",
  },
  board: {
    label: "Spielbrett",
    picking:
      "Wähle das nächste Feld oder noch einmal dasselbe, um nur dieses zu nehmen. Esc lässt los.",
    justChanged: "letzter Zug",
    decisive: "hat das Spiel entschieden",
    planned: (amount: number) => `${amount} vorgesehen`,
    amountOn: (cell: string) => `Einheiten für ${cell}`,
    less: (cell: string) => `Eine weniger auf ${cell}`,
    more: (cell: string) => `Eine mehr auf ${cell}`,
  },
  table: {
    turnOf: (name: string) => `${name} ist am Zug`,
    yourTurn: "Du bist am Zug",
    thinking: (name: string) => `${name} überlegt …`,
    solving: "Das Spiel wird gelöst …",
    paused: (name: string) => `${name} wurde angehalten.`,
    letThink: "Weiterrechnen lassen",
    stop: "Anhalten",
    wins: (name: string) => `${name} gewinnt`,
    undo: "Zurücknehmen",
    resign: "Aufgeben",
    resignSure: "Diese Partie aufgeben?",
    resignYes: "Aufgeben",
    resignNo: "Weiterspielen",
    hint: "Tipp",
    moreHint: "Mehr",
    swap: "Plätze tauschen",
    swapAbout: "Statt zu antworten, kannst du den ersten Zug übernehmen.",
    place: "Setzen",
    placed: (placed: number, most: number) => `${placed} von ${most} Einheiten`,
    clear: "Leeren",
    typeMove: "Zug eintippen",
    typeHelp: "Wie im Terminal, oder undo, resign, swap.",
    send: "Ziehen",
    rematch: "Revanche",
    nextGame: "Nächste Partie",
    newGame: "Neue Partie",
    review: "Analyse",
    explore: "Erkunden",
    share: "Adresse kopieren",
    shared: "Die Adresse dieser Stellung wurde kopiert.",
    notShared: "Die Adresse steht oben in der Adresszeile.",
    moves: "Züge",
    noMoves: "Noch keine Züge.",
    hiddenMove: "verdeckt",
    newRound: "Eine neue Runde beginnt",
    revealed: "Aufgedeckt",
    changedSeats: "tauscht die Plätze",
    tookBack: (count: number) => `${moves(count)} zurückgenommen`,
    notKept: "Diese Partie kann hier nicht gespeichert werden; weiterspielen geht trotzdem.",
    elsewhere: "Diese Partie ist in einem anderen Tab offen.",
    takeHere: "Hier weiterspielen",
    none: "Hier wird gerade keine Partie gespielt.",
    forced: "Es gibt nichts zu wählen: Nur dieser Zug bleibt.",
    plays: (name: string, move: string) => `${name} zieht ${move}.`,
    playsHidden: (name: string) => `${name} hat verdeckt gezogen.`,
  },
  online: {
    title: "Online",
    make: "Ein neuer Tisch",
    person: "Jemand anderswo",
    game: "Spiel",
    whom: "Wer mitspielen darf",
    byLink: "Wer den Link hat",
    anybody: "Alle",
    time: "Uhr",
    noTime: "Ohne Uhr",
    forGame: "Für die Partie",
    forMoves: "Für jeden Zug",
    minutes: "Minuten",
    increment: "Sekunden mehr je Zug",
    days: "Tage je Zug",
    perGame: (game, increment) => `${minutes(game)} Min. + ${Math.round(increment / 1000)} s`,
    perMove: (move) => {
      const days = Math.round(move / kDay);
      if (days < 1) return `${minutes(move)} Min. je Zug`;
      return days === 1 ? "1 Tag je Zug" : `${days} Tage je Zug`;
    },
    values: "Wer zuschaut, darf sehen, was Züge wert sind",
    makeLink: "Link erzeugen",
    makeOpen: "Allen anbieten",
    begin: "Los geht’s",
    open: "Offene Herausforderungen",
    noneOpen: "Gerade wartet niemand.",
    accept: "Annehmen",
    acceptWhat: (game, name) => `Annehmen: ${game} gegen ${name}`,
    yours: "Deine",
    playing: "Laufende Spiele",
    nonePlaying: "Gerade wird nichts öffentlich gespielt.",
    own: "Deine Tische",
    table: "Tisch",
    states: {
      open: "wartet",
      playing: "läuft",
      over: "zu Ende",
      withdrawn: "zurückgezogen",
      aborted: "abgebrochen",
    },
    somebody: "Jemand",
    toLobby: "Alle Tische",
    invite: "Schick diesen Link der Person, gegen die du spielen willst.",
    inviteAbout:
      "Eine Person kann die Einladung annehmen, dann beginnt das Spiel von selbst. Danach kann man mit dem Link nur noch zuschauen.",
    link: "Einladung",
    copy: "Link kopieren",
    copied: "Der Link wurde kopiert.",
    copyYourself: "Er ließ sich nicht kopieren; der Link ist oben markiert.",
    waiting: "Warte, bis jemand annimmt. Das Spiel beginnt von selbst.",
    waitingFor: "Warte auf die andere Seite",
    here: "ist da",
    freeSeat: "Freier Platz",
    pie: "Kuchenregel",
    notBegun: "Die Spieler sind noch nicht da.",
    invited: (name) => `${name} lädt dich zu einem Spiel ein.`,
    sit: "Platz nehmen",
    used: "Diese Einladung wurde schon angenommen.",
    noInvitation: "Dieser Link ist nicht gültig. Vielleicht fehlt ein Teil davon.",
    watch: "Zuschauen",
    toSeat: "Zu deinem Platz",
    yourLink:
      "Das ist deine eigene Einladung. Schick den Link der Person, gegen die du spielen willst.",
    withdraw: "Zurückziehen",
    withdrawn: "Diese Herausforderung wurde zurückgezogen.",
    watching: "Du schaust zu.",
    away: "nicht da",
    awayFor: (time) => (time < 60_000 ? "nicht da" : `seit ${spanOf(time)} nicht da`),
    gone: (name) => `${name} ist schon länger nicht da.`,
    claim: "Sieg beanspruchen",
    claimSure: "Den Sieg beanspruchen und die Partie beenden?",
    claimYes: "Ja, beanspruchen",
    abort: "Partie abbrechen",
    abortSure: "Diese Partie abbrechen? Dann gewinnt niemand.",
    abortYes: "Ja, abbrechen",
    keepWaiting: "Weiter warten",
    aborted: "Diese Partie wurde abgebrochen",
    claimAfter: "Ist jemand nicht da, darf die andere Seite den Sieg beanspruchen",
    claimAfterTime: (time) => (time === 0 ? "Nie" : `Nach ${spanOf(time)}`),
    lost: "Die Verbindung ist unterbrochen. Sie wird wieder aufgebaut; nichts geht verloren.",
    noServer: "Der Server ist gerade nicht zu erreichen.",
    noTables:
      "Hier gibt es keine Tische: Um mit Leuten anderswo zu spielen, müsste diese Seite von duello serve kommen, und sie kommt von einem bloßen Dateiserver.",
    clockOf: (name) => `Uhr von ${name}`,
    series: (game, bestOf) => `Partie ${game}, auf ${(bestOf + 1) / 2} Siege`,
    score: (one, wins, otherWins, other) => `${one} ${wins} : ${otherWins} ${other}`,
    askBack: "Um Rücknahme bitten",
    askedBack: "Du hast gebeten, den letzten Zug zurückzunehmen.",
    wantsBack: (name) => `${name} bittet, einen Zug zurückzunehmen.`,
    agree: "Zustimmen",
    decline: "Ablehnen",
    declined: (name) => `${name} will den Zug nicht zurückgeben.`,
    askedRematch: "Du hast um eine Revanche gebeten.",
    wantsRematch: (name) => `${name} möchte eine Revanche.`,
    agreeRematch: "Revanche annehmen",
    toRematch: "Zur Revanche",
    noRecord: "Die Aufzeichnung ist gerade nicht zu bekommen.",
    say: "Etwas sagen",
    phrases: [
      "Hallo!",
      "Viel Glück!",
      "Gut gespielt!",
      "Danke!",
      "Hoppla!",
      "Lass mich nachdenken.",
      "Schönes Spiel!",
      "Auf Wiedersehen!",
    ],
  },
  curtain: {
    title: (name: string) => `${name}, du bist am Zug`,
    about: (other: string) => `Was folgt, ist geheim. ${other} schaut jetzt weg.`,
    raise: (name: string) => `Ich bin ${name}: meine Seite zeigen`,
    reveal: "Die Aufdeckung",
    goOn: "Weiter",
    onCell: (cell: string, one: number, two: number) => `${cell}: ${one} gegen ${two}`,
  },
  truth: {
    title: "Was Züge wert sind",
    show: "Werte",
    about: "Jeder Zug, wie ihn perfekte Spieler sähen.",
    line: "Perfektes Spiel",
    notYet: "Wird berechnet …",
    notFor: "Während eines verdeckten Zuges werden keine Werte gezeigt.",
    equilibrium: "So zu spielen, dass es niemand ausnutzen kann",
    expected: "Das gewinnt diese Verteilung im Schnitt dagegen",
    legend: "▲ gewinnt, ▼ verliert, = weder noch; die Zahl zählt die Züge bis zum Ende.",
    count: (shown: number, all: number) => `${shown} von ${all} Zügen`,
  },
  worth: {
    neither: "hält das Gleichgewicht",
    spoken: ({ value, plies }: Pick<MoveValue, "value" | "plies">) => {
      if (typeof value === "number") return `ist im Schnitt ${decimal(kLocale, value)} wert`;
      if (value === "neither") return "hält das Gleichgewicht";
      return `${value === "win" ? "gewinnt" : "verliert"} ${inMoves(plies ?? 0)}`;
    },
    position: (name: string, { value, plies }: Pick<MoveValue, "value" | "plies">) => {
      if (typeof value === "number")
        return `${name} kann von hier ${decimal(kLocale, value)} erwarten`;
      if (value === "neither") return "Keine Seite kann den Sieg erzwingen";
      return `${name} ${value === "win" ? "gewinnt" : "verliert"} ${inMoves(plies ?? 0)}`;
    },
  },
  lab: {
    title: "Labor",
    about:
      "Ändere die Regeln eines Spiels und sieh, was daraus wird: Jede Variante wird gelöst und dann oft gespielt.",
    games: "Spiele",
    pick: "Wähle zuerst ein Spiel.",
    setup: (game: string) => `${game}: welche Regeln?`,
    from: (what: string) => `${what}: von`,
    to: (what: string) => `${what}: bis`,
    range: "bis",
    book: (value: string) => `im Buch ${value}`,
    more: "Stichproben",
    sampled: "Partien für jede Stichprobe",
    seed: "Startzahl",
    seedAbout: "Die gleiche Startzahl ergibt die gleichen Werte, hier und im Terminal.",
    seedWrong: "Eine Startzahl ist eine ganze Zahl mit höchstens 64 Bit.",
    gamesWrong: (most: number) => `Möglich sind 1 bis ${most} Partien.`,
    variants: (count: number) => (count === 1 ? "1 Variante" : `${count} Varianten`),
    tooMany: (count: number, most: number) =>
      `Diese Bereiche ergeben ${count} Varianten; höchstens ${most} werden auf einmal verglichen.`,
    noWords: (what: string) => `Wähle mindestens eines aus: „${what}“.`,
    start: "Starten",
    again: "Neu starten",
    goOn: "Fortsetzen",
    working: (row: number, rows: number, rules: string) => `Zeile ${row} von ${rows}: ${rules}`,
    stopped: (row: number, rows: number) => `Angehalten nach ${row} von ${rows} Zeilen.`,
    whole: (rows: number) =>
      rows === 1 ? "1 Zeile ist fertig." : `Alle ${rows} Zeilen sind fertig.`,
    table: "Befunde",
    tableRegion: "Tabelle der Befunde",
    always: "Immer",
    waiting: "wartet",
    open: "Öffnen",
    play: "Spielen",
    playThis: (rules: string) => `Mit ${rules} spielen`,
    openThis: (rules: string) => `Den Anfang mit ${rules} erkunden`,
    sortBy: (what: string) => `Sortieren nach ${what}`,
    columns: {
      winner: [
        "Sieger",
        "Wer bei perfektem Spiel gewinnt: wer zuerst (1) oder als Zweites zieht (2); 0: niemand kann es erzwingen.",
      ],
      plies: [
        "Züge zum Sieg",
        "Wie viele Züge perfektes Spiel bis zum Ende braucht; 0, wo keine Seite den Sieg erzwingen kann.",
      ],
      positions: [
        "Stellungen",
        "Wie viele Stellungen die gelöste Tabelle hat; bei verdeckten Zügen, wie viele Verteilungen gewogen wurden.",
      ],
      winning: ["Gewinnende erste Züge", "Wie viele von allen ersten Zügen gewinnen."],
      random: [
        "Zufall: 1. gewinnt",
        "Wie oft gewinnt, wer beginnt, wenn beide zufällig ziehen. Stichprobe.",
      ],
      perfect: [
        "Perfekt: 2. gewinnt",
        "Wie oft perfektes Spiel als zweite Seite gegen Zufallszüge gewinnt. Stichprobe.",
      ],
      onlyMove: [
        "Mit einem Gewinnzug",
        "Erreichbare gewonnene Stellungen, in denen nur ein Zug gewinnt.",
      ],
      onlyShare: [
        "Anteil davon",
        "Wie viele aller gewonnenen Stellungen nur einen Gewinnzug haben: wie schwer es ist, auf dem Weg zu bleiben.",
      ],
    },
    explain: "Was die Spalten sagen",
    winners: ["niemand", "wer beginnt", "zweite Seite"],
    charts: "Diagramme",
    noCharts: "Lass einen Regelwert wechseln, dann werden die Werte hier gezeichnet.",
    across: "Waagerecht",
    upward: (number: number) => `Diagramm ${number} zeigt`,
    chart: (figure: string, rule: string) => `${figure}, nach ${rule}`,
    dot: (rules: string, figure: string, value: string) => `${rules}: ${figure} ${value}`,
    noData: "Noch nichts zu zeichnen.",
    copyCsv: "Als CSV kopieren",
    downloadCsv: "CSV herunterladen",
    downloadJson: "JSON herunterladen",
    copied: "Die Tabelle wurde kopiert.",
    notCopied: "Kopieren ging nicht; lade sie stattdessen herunter.",
  },
  kept: {
    title: "Deine Partien",
    about: "Sie bleiben in diesem Browser. Nichts wird irgendwohin gesendet.",
    none: "Noch keine Partien. Was du spielst, wird hier von selbst aufgehoben.",
    play: "Eine spielen",
    count: (games: number, unfinished: number) => {
      const all = gamesText(games);
      return unfinished === 0 ? all : `${all}, ${unfinished} davon offen`;
    },
    unfinished: "Offen",
    finished: "Beendet",
    goOn: "Fortsetzen",
    replay: "Nachspielen",
    review: "Analyse",
    download: "Herunterladen",
    downloadAll: "Alle herunterladen",
    allFile: "duello-partien.duello",
    discard: "Löschen",
    what: (deed: string, title: string, names: string) => `${deed}: ${title}, ${names}`,
    discarded: (title: string) => `${title} wurde gelöscht.`,
    putBack: "Zurückholen",
    isBack: (title: string) => `${title} ist wieder da.`,
    against: (one: string, two: string) => `${one} – ${two}`,
    moves,
    won: (name: string) => `${name} hat gewonnen`,
    seriesGames: gamesText,
    loadFiles: "Dateien laden",
    loadAbout:
      "Dateien, die Duello geschrieben hat, hier oder im Terminal. Du kannst sie auch auf diese Seite ziehen.",
    drop: "Lass die Dateien los, um ihre Partien zu laden",
    reading: (file: string) => `${file} wird gelesen …`,
    loaded: (added: number, known: number) => {
      if (added === 0)
        return `Nichts Neues: ${gamesText(known)} daraus ${known === 1 ? "ist" : "sind"} schon da.`;
      return known === 0
        ? `${gamesText(added)} geladen.`
        : `${gamesText(added)} geladen, ${known} schon vorhanden.`;
    },
    tooLarge: (most: number) =>
      `Die Datei ist größer als ${most} MB; teile sie auf und lade die Teile.`,
    unreadable: "Die Datei konnte nicht gelesen werden.",
    storeTrouble: {
      forbidden:
        "Dieser Browser hebt für diese Seite nichts auf, wie in einem privaten Fenster. Lade herunter, was du behalten willst.",
      full: "Der Browser hat keinen Platz mehr. Lade Partien herunter, lösche sie hier und versuche es noch einmal.",
      failed:
        "Die aufgehobenen Partien sind gerade nicht erreichbar. Lade die Seite neu oder schließe ihre anderen Tabs.",
    },
    unkeptHere: "Die Partien hier unten sind weg, wenn dieser Tab geschlossen wird.",
    damaged: (count: number) =>
      count === 1
        ? "1 Partie ist beschädigt und kann nicht gezeigt werden."
        : `${count} Partien sind beschädigt und können nicht gezeigt werden.`,
    damagedDownload: "Herunterladen, was davon übrig ist",
    damagedDiscard: "Löschen",
    damagedFile: "duello-beschaedigt.txt",
    broken: "Diese Aufzeichnung kann nicht gelesen werden.",
    forGood: "Ist seine Festplatte fast voll, darf der Browser diese Partien wegwerfen.",
    forGoodDo: "Ihn bitten, es nicht zu tun",
    forGoodYes: "Der Browser wird sie behalten.",
    forGoodNo: "Der Browser war nicht einverstanden. Lade herunter, was du sicher behalten willst.",
    more: (left: number) => `Mehr zeigen (${left})`,
  },
  replay: {
    title: (title: string) => `Nachspielen: ${title}`,
    none: "Diese Partie gibt es hier nicht.",
    toGames: "Zu deinen Partien",
    where: "Durch die Partie",
    moved: (name: string, move: string) => `${name}: ${move}`,
    game: "Partie",
    unfinished: "Die Partie ist noch nicht zu Ende.",
    secret:
      "Was seit der letzten Aufdeckung gesetzt wurde, bleibt verdeckt, bis weitergespielt wird.",
    keys: "Die Pfeiltasten gehen Zug für Zug, Pos1 und Ende springen, die Leertaste spielt ab.",
    explore: "Von hier aus erkunden",
    unreadable: "Diese Aufzeichnung kann nicht gelesen, aber heruntergeladen werden.",
  },
  keys: {
    title: "Tasten",
    list: [
      ["← →", "auf dem Brett bewegen"],
      ["Eingabe", "ein Feld wählen"],
      ["Esc", "loslassen"],
      ["m", "einen Zug eintippen"],
      ["h", "Tipp"],
      ["v", "Werte ein oder aus"],
      ["u", "zurücknehmen"],
      ["r", "Analyse, nach der Partie"],
      ["n", "Revanche oder nächste Partie"],
      ["?", "diese Liste"],
    ],
  },
  documents: {
    title: "Dokumente",
    inEnglish: "Sie sind auf Englisch.",
    list: {
      manual: ["Handbuch", "Alle Befehle des Programms im Terminal."],
      rulings: ["Auslegungen", "Wie die Regeln gelesen werden, wo die Bücher unklar sind."],
      results: ["Ergebnisse", "Wer gewinnt, in wie vielen Zügen, und woher man das weiß."],
      protocol: ["Protokoll für Engines", "Wie eigene Programme diese Spiele spielen."],
      json: ["JSON", "Jedes Dokument, das das Programm für andere Programme ausgibt."],
      batch: ["Stapel", "Millionen Züge in der Sekunde für Programme, die lernen."],
      library: ["Bibliothek", "Die Spiele in C++ für eigene Programme."],
    },
  },
  settings: {
    title: "Einstellungen",
    theme: "Farben",
    auto: "Wie das System",
    light: "Hell",
    dark: "Dunkel",
    language: "Sprache",
    automatic: "Wie der Browser",
    name: "Dein Name",
    private: "Nichts, was du hier tust, wird irgendwohin gesendet.",
    privateOnline: "Nur was du an Online-Tischen tust, geht an den Server.",
  },
  stepping: {
    first: "Zum Anfang",
    back: "Einen Zug zurück",
    play: "Abspielen",
    pause: "Pause",
    forth: "Einen Zug weiter",
    last: "Zum Ende",
    anywhere: "Zug",
    at: (at: number, total: number) => (at === 0 ? "Der Anfang" : `Zug ${at} von ${total}`),
    toMove: "am Zug",
    won: "✓ gewonnen",
  },
  rules: {
    of: (game: string) => `Regeln: ${game}`,
    contents: "Auf dieser Seite",
    goal: "Ziel",
    setup: "Aufbau",
    turn: "Dein Zug",
    end: "Das Ende",
    example: "Eine Beispielpartie",
    rulings: "Auslegungen",
    tips: "Tipps",
    values: "Regelwerte",
    variants: "Varianten",
    read: "Regeln",
    here: "Du liest gerade ihre Regeln.",
    range: (range: string) => range,
    book: (value: string) => `; im Buch ${value}`,
    change: "Mit anderen Werten lesen",
    readThese: "Diese Regeln lesen",
    byBook: "Die Regeln nach dem Buch",
  },
  puzzle: {
    title: "Rätsel",
    about:
      "Eine Stellung, und nur ein Zug gewinnt. Findest du ihn beim ersten Versuch und ohne Hilfe, wächst deine Serie.",
    daily: "Das Rätsel des Tages",
    dailyAbout: (date: string) => `Am ${day(kLocale, date)} für alle dasselbe.`,
    dailyOpen: "Lösen",
    dailyDone:
      "Das heutige hattest du schon; du kannst es noch einmal ansehen, es zählt aber nur einmal.",
    choose: "Ein Rätsel ziehen",
    game: "Spiel",
    any: "Alle Spiele",
    level: "Stufe",
    anyLevel: "Alle",
    levelName: (level: number) => String(level),
    levelAbout: "1 ist am leichtesten, 5 am schwersten.",
    draw: "Rätsel ziehen",
    drawing: "Ein Rätsel wird gesucht …",
    hidden: (games: string) => `${games}: Wo Züge verdeckt sind, gewinnt kein Zug mit Sicherheit.`,
    ownRules: (rules: string) => `Mit diesen Regeln: ${rules}`,
    ofDay: (date: string) => `Rätsel vom ${day(kLocale, date)}`,
    number: (seed: string) => `Rätsel ${seed}`,
    ofLevel: (level: number) => `Stufe ${level}`,
    find: (name: string) => `${name} ist am Zug. Finde den einzigen Gewinnzug.`,
    keep: (name: string) => `${name} ist am Zug. Halte den Sieg fest oder sieh, wie es weitergeht.`,
    yes: (move: string, plies: number) => `Ja: ${move} gewinnt ${inMoves(plies)}.`,
    kept: (move: string, plies: number) => `${move} gewinnt ${inMoves(plies)}.`,
    slow: (move: string, plies: number) =>
      `${move} gewinnt ${inMoves(plies)}; es ging auch schneller.`,
    answers: (name: string, move: string) => `${name} antwortet ${move}.`,
    losesAtOnce: (move: string) => `${move} verliert sofort.`,
    winsNothing: (move: string, reply: string) =>
      `${move} gewinnt nichts: ${reply} hält das Gleichgewicht.`,
    punished: (move: string, plies: number, reply: string) =>
      `${move} verliert ${inMoves(plies)}: ${reply} widerlegt es.`,
    tryAgain: "Noch einmal",
    hint: "Tipp",
    moreHint: "Noch ein Tipp",
    hintPlies: (plies: number) =>
      plies === 1
        ? "Der Sieg braucht 1 Zug."
        : `Der Sieg braucht ${plies} Züge, beide Seiten gezählt.`,
    hintMove: (move: string) => `Versuch es mit ${move}.`,
    oneOf: (one: string, two: string) => `Es ist ${one} oder ${two}.`,
    wrongPunished: (reply: string) => `Den falschen Zug widerlegt ${reply}.`,
    wrongLoses: "Der falsche Zug verliert sofort.",
    showSolution: "Lösung zeigen",
    showRest: "Den Rest zeigen",
    solution: (move: string, plies: number) => `${move} gewinnt ${inMoves(plies)}.`,
    solvedClean: "Beim ersten Versuch gelöst",
    solvedLate: "Gelöst",
    shown: "Die Lösung",
    next: "Nächstes Rätsel",
    other: "Ein anderes wählen",
    share: "Adresse kopieren",
    shared: "Die Adresse dieses Rätsels wurde kopiert.",
    line: "Die Zugfolge",
    streak: "Deine Serie",
    now: "In Folge",
    best: "Beste Serie",
    solvedOf: "Gelöst",
    solvedOfCount: (solved: number, tried: number) => `${solved} von ${tried}`,
    countedBefore: "Das heutige Rätsel war schon gezählt.",
    stopped: "Es wurde angehalten.",
  },
  review: {
    title: (game: string) => `Analyse: ${game}`,
    none: "Diese Partie gibt es hier nicht.",
    toGames: "Zu deinen Partien",
    working: "Jeder Zug wird gewogen …",
    stopped: "Es wurde angehalten.",
    whichGame: "Partie",
    between: (one: string, two: string) => `${one} gegen ${two}`,
    chart: "Wer auf Sieg stand",
    chartUp: (name: string) => `▲ ${name} gewinnt`,
    chartDown: (name: string) => `▼ ${name} gewinnt`,
    chartAbout: "Je höher ein Balken, desto näher das Ende.",
    stretch: (name: string, from: number, to: number) =>
      from === to ? `${name} nach Zug ${from}` : `${name} nach den Zügen ${from} bis ${to}`,
    phaseStretch: (name: string, from: number, to: number) =>
      from === to ? `${name} nach Phase ${from}` : `${name} nach den Phasen ${from} bis ${to}`,
    nobody: "niemand",
    accuracy: "Genauigkeit",
    percent: (share: number) => percent(kLocale, share),
    noChoices: "nichts zu wählen",
    moves: "Alle Züge",
    number: "Nr.",
    player: "Seite",
    move: "Zug",
    after: "Danach",
    mistake: "Fehler",
    inexact: "ungenau",
    question: (at: number, all: number) => `Frage ${at} von ${all}`,
    played: (number: number, name: string, move: string, mark: string) =>
      `Zug ${number}: ${name} zog ${move}${mark}`,
    which: (spoken: string) => `, und das ${spoken}.`,
    placedBefore: (phase: number, name: string, placed: string, mark: string, value: string) =>
      `Phase ${phase}: ${name} hat ${placed}${mark} gesetzt und kann damit gegen perfektes Spiel ${value} erwarten.`,
    find: "Finde den besseren Zug.",
    placeBetter: "Setze alles besser.",
    placedWell: (value: string) => `Ja: Damit ist ${value} zu erwarten.`,
    placedBadly: (value: string) => `Damit ist ${value} zu erwarten; es geht noch besser.`,
    against: (move: string, result: string) =>
      `Gegen das, was die andere Seite hier gesetzt hat: ${move} ${result}.`,
    right: (move: string, spoken: string) => `Ja: ${move} ${spoken}.`,
    wasPlayed: (move: string, spoken: string) => `${move} ${spoken}; das wurde gespielt.`,
    asPlayed: (move: string, spoken: string) => `${move} ${spoken}, wie der gespielte Zug auch.`,
    better: (move: string, spoken: string) => `${move} ${spoken}; es geht noch besser.`,
    show: "Zeigen",
    next: "Nächste Frage",
    toGame: "Zur ganzen Partie",
    skip: "Fragen überspringen",
    again: "Noch einmal fragen",
    allRight: (found: number, all: number) =>
      found === all ? "Alle gefunden." : `${found} von ${all} gefunden.`,
    noMistakes: "Keine Fehler, aus denen zu lernen wäre: gut gespielt.",
    swap: "Plätze tauschen",
    openPosition: "Diese Stellung öffnen",
    download: "Mit Anmerkungen herunterladen",
    phases: "Phase für Phase",
    phase: (phase: number) => `Phase ${phase}`,
    placed: "Gesetzt",
    worth: "Erwartet",
    bestPlacing: "Verschenkt nichts",
    reply: "Am besten gegen das, was die andere Seite gesetzt hat",
    results: { win: "gewinnt", tie: "ergibt Gleichstand", loss: "verliert" },
  },
};

const names = {
  "Player {n}": "Spieler {n}",
  Red: "Rot",
  Blue: "Blau",
  "{who} (Red)": "{who} (Rot)",
  "{who} (Blue)": "{who} (Blau)",
  "{who} (P1>)": "{who} (P1>)",
  "{who} (<P2)": "{who} (<P2)",
};

const library = {
  // Words that stand in others.
  and: "und",
  or: "oder",
  none: "keine",
  two: "zwei",
  three: "drei",
  four: "vier",
  five: "fünf",
  six: "sechs",
  seven: "sieben",
  eight: "acht",
  nine: "neun",
  ten: "zehn",
  "{n} to {n2}": "{n} bis {n2}",
  Red: "Rot",
  Blue: "Blau",
  Green: "Grün",
  Yellow: "Gelb",
  Purple: "Lila",
  Orange: "Orange",
  "Red {n}": "Rot {n}",
  "Blue {n}": "Blau {n}",
  "Green {n}": "Grün {n}",
  "Yellow {n}": "Gelb {n}",
  "Purple {n}": "Lila {n}",
  "Orange {n}": "Orange {n}",
  // Their letters on the board.
  R: "R",
  B: "B",
  G: "G",
  Y: "Y",
  P: "P",
  O: "O",
  "1 unit": "1 Einheit",
  "{n} units": "{n} Einheiten",
  "1 node": "1 Knoten",
  "{n} nodes": "{n} Knoten",
  "1 point": "1 Punkt",
  "{n} points": "{n} Punkte",
  "Node {n}": "Knoten {n}",
  "Nodes {list}": "Knoten {list}",
  "Nodes {n} to {n2}": "Knoten {n} bis {n2}",
  "1 space": "1 Feld",
  "1-{n} spaces": "1-{n} Felder",
  "{n} bytes": "{n} Byte",
  "{n} kB": "{n} kB",
  "{n} MB": "{n} MB",
  "{n} GB": "{n} GB",
  "{n} TB": "{n} TB",
  "{n} PB": "{n} PB",
  pass: "passen",
  swap: "Plätze tauschen",
  // A complaint and what would be right.
  "{what}; {then}": "{what}; {then}",

  // Titles.
  "Capture the Flag": "Flaggenjagd",
  "Color Bridge": "Farbbrücke",
  "Color Capture": "Farbenfang",
  "Color Clash": "Farbduell",
  "Energy Capture": "Energiefang",
  "{title} ({variant}: {raw})": "{title} ({variant}: {raw})",
  "Capture the Flag ({raw})": "Flaggenjagd ({raw})",
  "Color Bridge ({raw})": "Farbbrücke ({raw})",
  "Color Capture ({raw})": "Farbenfang ({raw})",
  "Color Clash ({raw})": "Farbduell ({raw})",
  "Energy Capture ({raw})": "Energiefang ({raw})",

  // Capture the Flag.
  "Race to the enemy's flag, or land on the enemy.":
    "Lauf zur gegnerischen Flagge oder lande auf dem Gegner.",
  "distance of the flags from the middle of the path":
    "Abstand der Flaggen von der Mitte des Weges",
  "most spaces in one move": "Felder, die ein Zug höchstens weit geht",
  marathon: "Marathon",
  "A path of 25 places.": "Ein Weg mit 25 Feldern.",
  "The second player wins, but only in 12 moves, and more than half of the won positions have a single winning move.":
    "Wer als Zweites zieht, gewinnt, aber erst in 12 Zügen, und mehr als die Hälfte der gewonnenen Stellungen hat nur einen Gewinnzug.",
  "Bring your token to the other player's flag, or land on the other player's token.":
    "Bring deinen Stein zur Flagge der anderen Seite oder lande auf ihrem Stein.",
  "A path of {n} places, {n2} to {n3}.": "Ein Weg mit {n} Feldern, {n2} bis {n3}.",
  "Player 1 starts at {n} and runs up, player 2 starts at {n2} and runs down; these two places are also their flags.":
    "Spieler 1 startet auf {n} und läuft aufwärts, Spieler 2 startet auf {n2} und läuft abwärts; auf diesen beiden Feldern stehen auch ihre Flaggen.",
  "The players agree who starts.": "Die Spieler einigen sich, wer beginnt.",
  "Move your token 1 place forward.": "Zieh deinen Stein 1 Feld vorwärts.",
  "Move your token 1 or 2 places forward.": "Zieh deinen Stein 1 oder 2 Felder vorwärts.",
  "Move your token 1, 2 or 3 places forward.": "Zieh deinen Stein 1, 2 oder 3 Felder vorwärts.",
  "Move your token 1 to {n} places forward.": "Zieh deinen Stein 1 bis {n} Felder vorwärts.",
  "You can neither go back, nor stand still, nor run beyond the flag.":
    "Du kannst weder zurückgehen noch stehen bleiben noch über die Flagge hinauslaufen.",
  "two places before it only 1 or 2 are possible": "zwei Felder davor sind nur 1 oder 2 möglich",
  "You win when your token lands on the other flag, or exactly on the other token.":
    "Du gewinnst, wenn dein Stein auf der anderen Flagge landet oder genau auf dem anderen Stein.",
  "There is no draw.": "Ein Unentschieden gibt es nicht.",
  "Landing on the other token wins at once, so two tokens never stand together while the game goes on.":
    "Wer auf dem anderen Stein landet, gewinnt sofort; darum stehen zwei Steine nie zusammen, solange gespielt wird.",
  "Running past the other token is allowed and has no effect; only the landing counts.":
    "Am anderen Stein vorbeizulaufen ist erlaubt und bewirkt nichts; nur die Landung zählt.",
  "A turn is never lost: short of the flag there is always a move.":
    "Niemand muss aussetzen: Vor der Flagge gibt es immer einen Zug.",
  "Count the steps from your token to the other one.":
    "Zähle die Schritte von deinem Stein zum anderen.",
  "Leave the other player a multiple of {n}: whatever they answer, you can do it again, and in the end you land on their token.":
    "Lass der anderen Seite ein Vielfaches von {n}: Was sie auch antwortet, du kannst es wieder tun, und am Ende landest du auf ihrem Stein.",
  "Leave anything else, and the other player can do it to you.":
    "Lässt du etwas anderes übrig, kann die andere Seite es mit dir tun.",
  "Once the tokens have passed each other it is a race, and only the number of moves to the flag counts: run as far as you may, and pass only if you need no more moves than the other player will.":
    "Sind die Steine aneinander vorbei, ist es ein Wettlauf, und nur die Zahl der Züge bis zur Flagge zählt: Lauf so weit du darfst, und zieh nur vorbei, wenn du nicht mehr Züge brauchst als dann die andere Seite.",
  "The book says to hold the middle.": "Das Buch rät, die Mitte zu halten.",
  "The middle counts for nothing, the steps between the tokens do: of the first moves 2, which leaves eight, wins, and 3, which goes farthest, loses soonest.":
    "Die Mitte zählt nichts, die Schritte zwischen den Steinen schon: Von den ersten Zügen gewinnt die 2, die acht übrig lässt, und die 3, die am weitesten geht, verliert am schnellsten.",
  "{n}, free": "{n}, frei",
  "{n}, {who}'s flag": "{n}, Flagge von {who}",
  "{n}, {who}'s token": "{n}, Stein von {who}",
  "{n}, {who}'s flag and {who2}'s token": "{n}, Flagge von {who} und Stein von {who2}",
  "{n}, {who}'s token and {who2}'s token": "{n}, Stein von {who} und Stein von {who2}",
  "{n}, {who}'s flag, {who2}'s token and {who3}'s token":
    "{n}, Flagge von {who}, Stein von {who2} und Stein von {who3}",
  "to the flag": "bis zur Flagge",
  "{who} is at position {n}.": "{who} steht auf {n}.",
  "{who} is at position {n}, 1 from the flag at {n3}.":
    "{who} steht auf {n}, 1 Feld vor der Flagge auf {n3}.",
  "{who} is at position {n}, {n2} from the flag at {n3}.":
    "{who} steht auf {n}, {n2} Felder vor der Flagge auf {n3}.",
  "{who}'s turn.": "{who} ist am Zug.",
  "{who}'s Turn:": "{who} ist am Zug:",
  "Enter your move ({range} forward):": "Dein Zug ({range} vorwärts):",
  "move {range} forward": "zieh {range} vorwärts",
  "{who} moves to position {n}.": "{who} zieht auf {n}.",
  "{who} has captured {who2}'s flag! {who} wins!":
    "{who} hat die Flagge von {who2} erobert! {who} gewinnt!",
  "{who} has landed on {who2}'s token and captured the flag! {who} wins!":
    "{who} ist auf dem Stein von {who2} gelandet und hat die Flagge erobert! {who} gewinnt!",
  "captured the flag at {n}": "Flagge auf {n} erobert",
  "landed on the other token at {n}": "auf dem anderen Stein auf {n} gelandet",
  "You cannot move backward": "Rückwärts geht es nicht",
  "You cannot stand still": "Stehen bleiben geht nicht",
  "A token moves at most 1 space": "Ein Stein zieht höchstens 1 Feld weit",
  "A token moves at most {n} spaces": "Ein Stein zieht höchstens {n} Felder weit",
  "That is beyond the flag": "Das wäre hinter der Flagge",

  // Color Bridge.
  "Color a track; make a run of exactly three of your own.":
    "Färbe eine Bahn; bilde eine Reihe von genau drei eigenen Feldern.",
  "cells on the track": "Felder der Bahn",
  "cells in a row that win, no more and no fewer; at most length":
    "Felder in einer Reihe, die gewinnen, nicht mehr und nicht weniger; höchstens die Länge der Bahn",
  "most adjacent cells that one move may color": "Nachbarfelder, die ein Zug höchstens färben darf",
  steady: "Schritt für Schritt",
  "One cell a move.": "Ein Feld je Zug.",
  "Neither side can force a win, where by the book the first player wins in 3 moves.":
    "Keine Seite kann den Sieg erzwingen; nach dem Buch gewinnt, wer beginnt, in 3 Zügen.",
  fives: "Fünfer",
  "Runs of five on a longer track.": "Fünferreihen auf einer längeren Bahn.",
  "Neither side can force a win, and of the won positions most have a single winning move.":
    "Keine Seite kann den Sieg erzwingen, und die meisten gewonnenen Stellungen haben nur einen Gewinnzug.",
  "Make a run of exactly one cell in your color.":
    "Bilde eine Reihe von genau einem Feld in deiner Farbe.",
  "Make a run of exactly {x} neighboring cells in your color.":
    "Bilde eine Reihe von genau {x} benachbarten Feldern in deiner Farbe.",
  "A track of 1 cell, without color (_).": "Eine Bahn mit 1 Feld, ohne Farbe (_).",
  "A track of {n} cells, numbered 1 to {n2}, without color (_).":
    "Eine Bahn mit {n} Feldern, nummeriert von 1 bis {n2}, ohne Farbe (_).",
  "Player 1 is Red (R), player 2 is Blue (B).": "Spieler 1 ist Rot (R), Spieler 2 ist Blau (B).",
  "Color one free cell.": "Färbe ein freies Feld.",
  "Type its number.": "Tippe seine Nummer ein.",
  "Color one free cell, or two free cells that are neighbors.":
    "Färbe ein freies Feld oder zwei freie Felder, die Nachbarn sind.",
  "Type one number, or two.": "Tippe eine Nummer ein oder zwei.",
  "Color one free cell, or up to {x} free cells side by side.":
    "Färbe ein freies Feld oder bis zu {x} freie Felder nebeneinander.",
  "Type their numbers.": "Tippe ihre Nummern ein.",
  "You win when your move leaves a run of exactly one cell in your color, anywhere on the track.":
    "Du gewinnst, wenn nach deinem Zug irgendwo auf der Bahn ein Feld in deiner Farbe allein steht.",
  "You win when your move leaves a run of exactly {x} cells in your color, anywhere on the track.":
    "Du gewinnst, wenn nach deinem Zug irgendwo auf der Bahn eine Reihe von genau {x} Feldern in deiner Farbe steht.",
  "A run of one wins at once, whatever stands or could still stand beside it, as long as neither neighbor has your color.":
    "Ein einzelnes Feld gewinnt sofort, was auch daneben steht oder noch stehen könnte, solange kein Nachbarfeld deine Farbe hat.",
  "A run of {x} wins at once, whatever stands or could still stand beside it, as long as neither neighbor has your color.":
    "Eine Reihe von {x} gewinnt sofort, was auch daneben steht oder noch stehen könnte, solange kein Nachbarfeld deine Farbe hat.",
  "A run of one fills the track and wins at once.": "Ein Feld füllt die Bahn und gewinnt sofort.",
  "A run of {x} fills the track and wins at once.":
    "Eine Reihe von {x} füllt die Bahn und gewinnt sofort.",
  "After 5-6, 4 and 7, Red has 5 6 7 and has won.":
    "Nach 5-6, 4 und 7 hat Rot 5 6 7 und damit gewonnen.",
  "A run of {x} or more is allowed and wins nothing.":
    "Eine Reihe von {x} oder mehr ist erlaubt und gewinnt nichts.",
  "Where a longer run stands beside one of exactly one, the latter wins.":
    "Steht neben einer längeren Reihe ein einzelnes Feld, so gewinnt dieses.",
  "Where a longer run stands beside one of exactly {x}, the latter wins.":
    "Steht neben einer längeren Reihe eine von genau {x}, so gewinnt diese.",
  "Only the mover's runs count.": "Es zählen nur die Reihen der Seite, die gezogen hat.",
  "Two cells that are not neighbors cannot be colored together.":
    "Zwei Felder, die keine Nachbarn sind, können nicht zusammen gefärbt werden.",
  "Cells with a gap between them cannot be colored together.":
    "Felder mit einer Lücke dazwischen können nicht zusammen gefärbt werden.",
  "When the track is full and nobody has won it is wiped, a new round begins, and the turns go on alternating.":
    "Ist die Bahn voll und hat niemand gewonnen, wird sie geleert, eine neue Runde beginnt, und es wird weiter abwechselnd gezogen.",
  "After ten undecided rounds in a row (--rounds) a coin decides.":
    "Nach zehn unentschiedenen Runden hintereinander (--rounds) entscheidet eine Münze.",
  "After ten undecided rounds in a row a coin decides.":
    "Nach zehn unentschiedenen Runden hintereinander entscheidet eine Münze.",
  "Look for a win on the spot first: a pair with a free cell at its end, a cell with two free ones beside it, or a gap to close.":
    "Such zuerst den sofortigen Sieg: ein Paar mit einem freien Feld am Ende, ein Feld mit zwei freien daneben oder eine Lücke, die sich schließen lässt.",
  "Four of five won positions are won by the next move, and a block must leave none of these.":
    "Vier von fünf gewonnenen Stellungen gewinnt schon der nächste Zug, und wer abwehrt, darf nichts davon übrig lassen.",
  "Begin on any cells but a single one of 1, 2, 10 and 11: those four first moves lose, the other 17 win.":
    "Beginne irgendwo, nur nicht mit 1, 2, 10 oder 11 allein: Diese vier ersten Züge verlieren, die anderen 17 gewinnen.",
  "One cell or two?": "Ein Feld oder zwei?",
  "Where only one of them wins, it is the single cell twice as often as the pair.":
    "Wo nur eines von beiden gewinnt, ist es doppelt so oft das einzelne Feld wie das Paar.",
  "The book calls a run that is too long a waste.":
    "Das Buch nennt eine zu lange Reihe Verschwendung.",
  "It mostly is, but it can be the only move that wins, as it takes a cell away from the other player: where Red has 6 to 9 and Blue 1, 3, 4, 10 and 11, Red wins with 5 and with nothing else.":
    "Meist ist sie das, doch sie kann der einzige Gewinnzug sein, weil sie der anderen Seite ein Feld nimmt: Hat Rot 6 bis 9 und Blau 1, 3, 4, 10 und 11, so gewinnt Rot mit 5 und mit nichts anderem.",
  "{n}, Red": "{n}, Rot",
  "{n}, Blue": "{n}, Blau",
  "Current Track: {raw}": "Die Bahn: {raw}",
  "Updated Track: {raw}": "Die neue Bahn: {raw}",
  "Current Track: Red {list}; Blue {list2}; free {list3}.":
    "Die Bahn: Rot {list}; Blau {list2}; frei {list3}.",
  "{who}, choose position(s) to color (one position):": "{who}, wähle ein Feld zum Färben:",
  "{who}, choose position(s) to color (one or two positions):":
    "{who}, wähle ein oder zwei Felder zum Färben:",
  "{who}, choose position(s) to color (one to {x} positions):":
    "{who}, wähle ein bis {x} Felder zum Färben:",
  ">": ">",
  "Position(s):": "Felder:",
  "choose one of the free positions {list}": "wähle eines der freien Felder {list}",
  "choose one, or adjacent ones, of the free positions {list}":
    "wähle eines der freien Felder {list} oder mehrere nebeneinander",
  "{who} colors {list}.": "{who} färbt {list}.",
  "The track is full and nobody has won.": "Die Bahn ist voll, und niemand hat gewonnen.",
  "That is a run of {x}, {n} to {n2}: allowed, but only a run of exactly one wins.":
    "Das ist eine Reihe von {x}, {n} bis {n2}: erlaubt, aber nur ein einzelnes Feld gewinnt.",
  "That is a run of {x}, {n} to {n2}: allowed, but only a run of exactly {y} wins.":
    "Das ist eine Reihe von {x}, {n} bis {n2}: erlaubt, aber nur eine Reihe von genau {y} gewinnt.",
  "It is wiped, and a new round begins.": "Sie wird geleert, und eine neue Runde beginnt.",
  "{who} wins by forming a sequence at position {n}!": "{who} gewinnt mit Feld {n}!",
  "{who} wins by forming a sequence at positions {list}!":
    "{who} gewinnt mit einer Reihe auf den Feldern {list}!",
  "one in a row at {n}": "Feld {n} allein",
  "{x} in a row at {raw}": "{x} in einer Reihe auf {raw}",
  "A number is missing before '{raw}'": "Vor „{raw}“ fehlt eine Zahl",
  "A number is missing at the end": "Am Ende fehlt eine Zahl",
  "There is no position {n}": "Ein Feld {n} gibt es nicht",
  "A move colors at most 1 position": "Ein Zug färbt höchstens 1 Feld",
  "A move colors at most {n} positions": "Ein Zug färbt höchstens {n} Felder",
  "Position {n} is named twice": "Feld {n} ist zweimal genannt",
  "Position {n} is already Red": "Feld {n} ist schon rot",
  "Position {n} is already Blue": "Feld {n} ist schon blau",
  "Positions {list} are not adjacent": "Die Felder {list} liegen nicht nebeneinander",
  "The rule 'run' must be 1 to {n}, the length of the track, not '{raw}'":
    "Die Regel „run“ muss 1 bis {n} sein, höchstens die Länge der Bahn, nicht „{raw}“",

  // Color Capture.
  "Take tokens from the ends until you own most of a color.":
    "Nimm Steine von den Enden, bis du von einer Farbe die meisten hast.",
  "tokens in the row": "Steine in der Reihe",
  "colors that repeat along it; no more than tokens":
    "Farben, die sich darin wiederholen; nicht mehr als Steine",
  "the first majority wins at once, or they are counted at the end":
    "die erste Mehrheit gewinnt sofort, oder am Ende wird gezählt",
  first: "sofort",
  end: "am Ende",
  "first or end": "first (sofort) oder end (am Ende)",
  sixteen: "Sechzehn",
  "One token more turns the game around: the second player wins, in 14 moves instead of 11, and between random players the first wins 55 % instead of 71 %.":
    "Ein Stein mehr stellt das Spiel auf den Kopf: Wer als Zweites zieht, gewinnt, in 14 Zügen statt 11, und bei Zufallszügen gewinnt, wer beginnt, 55 % statt 71 %.",
  rainbow: "Regenbogen",
  "Four tokens of each of five colors.": "Je vier Steine in fünf Farben.",
  "Perfect play takes 17 moves, the first of two random players wins 57 %, and half of the won positions have a single winning move.":
    "Perfektes Spiel dauert 17 Züge, bei Zufallszügen gewinnt, wer beginnt, 57 %, und die Hälfte der gewonnenen Stellungen hat nur einen Gewinnzug.",
  "Be the first to hold more than half of the tokens of one color: {share}.":
    "Hab als Erstes mehr als die Hälfte der Steine einer Farbe: {share}.",
  "Hold, in more colors than the other player, more than half of the tokens of a color: {share}.":
    "Hab in mehr Farben als die andere Seite mehr als die Hälfte der Steine: {share}.",
  "{n} of its {n2}": "{n} von {n2}",
  "{n} of {n2} in {list}, {n3} of {n4} in {list2}":
    "{n} von {n2} in {list}, {n3} von {n4} in {list2}",
  "1 token, a Red one.": "1 Stein, ein roter.",
  "{n} tokens lie in a row: all of them Red.": "{n} Steine liegen in einer Reihe: lauter rote.",
  "{n} tokens lie in a row: {list}, and so on.":
    "{n} Steine liegen in einer Reihe: {list} und so weiter.",
  "{n} tokens lie in a row: {list}.": "{n} Steine liegen in einer Reihe: {list}.",
  "Nobody holds any.": "Noch hat niemand welche.",
  "Take it.": "Nimm ihn.",
  "Take one token, either the leftmost or the rightmost.":
    "Nimm einen Stein, entweder den ganz links oder den ganz rechts.",
  "The rest close up and are numbered from 1 again, so the two positions to choose from are 1 and the last.":
    "Die übrigen rücken zusammen und werden wieder von 1 an nummeriert; zur Wahl stehen also immer die 1 und die letzte Nummer.",
  "You cannot skip a turn.": "Aussetzen geht nicht.",
  "The game stops as soon as a player holds more than half of a color; that player wins.":
    "Das Spiel endet, sobald eine Seite mehr als die Hälfte einer Farbe hat; diese Seite gewinnt.",
  "The game stops when the row is empty.": "Das Spiel endet, wenn die Reihe leer ist.",
  "Whoever has the majority in more colors wins.": "Wer in mehr Farben die Mehrheit hat, gewinnt.",
  "A majority wins at once, not when the row is empty.":
    "Eine Mehrheit gewinnt sofort, nicht erst, wenn die Reihe leer ist.",
  "The other reading is the variant majority=end: all tokens are taken, then whoever has the majority in more colors wins.":
    "Die andere Lesart ist die Variante majority=end: Alle Steine werden genommen, dann gewinnt, wer in mehr Farben die Mehrheit hat.",
  "Majorities are counted when the row is empty.":
    "Die Mehrheiten werden gezählt, wenn die Reihe leer ist.",
  "The other reading is majority=first: the first majority wins at once.":
    "Die andere Lesart ist majority=first: Die erste Mehrheit gewinnt sofort.",
  "Ties: more majorities, then more tokens, then the higher counts compared from the largest down, then the player who moved second.":
    "Bei Gleichstand: mehr Mehrheiten, dann mehr Steine, dann die höheren Anzahlen, von der größten an verglichen, dann wer als Zweites gezogen hat.",
  "With {n} tokens in {x} colors none of these is ever needed.":
    "Mit {n} Steinen in {x} Farben wird das alles nie gebraucht.",
  "Positions are numbered afresh after every pick.":
    "Nach jedem Zug werden die Plätze neu nummeriert.",
  "With right play the first player wins, by the eleventh pick at the latest and whichever end comes first; the second player needs a mistake.":
    "Wer beginnt, gewinnt bei richtigem Spiel spätestens mit dem elften Zug, an welchem Ende es auch losgeht; die andere Seite ist auf einen Fehler angewiesen.",
  "Look at the ends that your pick leaves: if a color of which the other player holds two lies there, the next pick wins.":
    "Achte auf die Enden, die dein Zug übrig lässt: Liegt dort eine Farbe, von der die andere Seite zwei hat, gewinnt der nächste Zug.",
  "The book weighs blocking against building.": "Das Buch wägt ab zwischen Blockieren und Sammeln.",
  "Where one pick wins, the other loses and you hold more of one of the two colors, take that one: it is right in 22 of 32 positions.":
    "Gewinnt ein Stein, verliert der andere und hast du von einer der beiden Farben mehr, so nimm diese: Das ist in 22 von 32 Stellungen richtig.",
  "To take what the other player holds more of is right in 10 of 32 only.":
    "Zu nehmen, wovon die andere Seite mehr hat, ist nur in 10 von 32 richtig.",
  "{n}, Green": "{n}, Grün",
  "{n}, Yellow": "{n}, Gelb",
  "{n}, Purple": "{n}, Lila",
  "{n}, Orange": "{n}, Orange",
  "Remaining Tokens: none.": "Übrige Steine: keine.",
  "Remaining Tokens:": "Übrige Steine:",
  "(none)": "(keine)",
  "Remaining Tokens, {n} from left to right: {list}.":
    "Übrige Steine, {n} von links nach rechts: {list}.",
  "{who}'s Collection: none yet": "Gesammelt von {who}: noch nichts",
  "{who}'s Collection: {list}": "Gesammelt von {who}: {list}",
  "{who}'s Collection:": "Gesammelt von {who}:",
  "{color} Tokens: {n}": "Steine in {color}: {n}",
  "Choose the last token from Position 1 ({color}):":
    "Wähle den letzten Stein auf Platz 1 ({color}):",
  "Choose a token from Position 1 ({color}) or Position {n} ({color2}):":
    "Wähle einen Stein von Platz 1 ({color}) oder Platz {n} ({color2}):",
  "only position 1 is left": "nur Platz 1 ist übrig",
  "choose 1 (left) or {n} (right)": "wähle 1 (links) oder {n} (rechts)",
  "You picked Position {n}: {color}.": "Du hast Platz {n} genommen: {color}.",
  "{who} picked Position {n}: {color}.": "{who} nimmt Platz {n}: {color}.",
  "Game Over!": "Das Spiel ist aus!",
  "a majority of {color} tokens": "die Mehrheit der Steine in {color}",
  "majorities in more colors": "Mehrheiten in mehr Farben",
  "more tokens": "mehr Steine",
  "more tokens of one color": "mehr Steine einer Farbe",
  "all equal, moved second": "alles gleich, als Zweites gezogen",
  "Winner: {who} wins by collecting {reason}!": "Sieg: {who} gewinnt durch {reason}!",
  "Winner: {who} wins by having moved second, all else being equal!":
    "Sieg: {who} gewinnt, weil alles gleich ist und diese Seite als Zweites gezogen hat!",
  "Position {n} is not at an end of the row": "Platz {n} liegt nicht am Ende der Reihe",
  "The rule 'colors' must be 1 to {n}, the number of tokens, not '{raw}'":
    "Die Regel „colors“ muss 1 bis {n} sein, höchstens die Zahl der Steine, nicht „{raw}“",

  // Color Clash.
  "Jump your disks ahead of all the enemy's.": "Spring mit deinen Scheiben vor alle gegnerischen.",
  "disks of each player": "Scheiben auf jeder Seite",
  "positions on the track; at least 2*disks+1": "Felder der Bahn; mindestens 2 × Scheiben + 1",
  roomy: "Geräumig",
  "Seven free positions instead of one.": "Sieben freie Felder statt einem.",
  "By the book Red wins whatever happens; here Red needs 19 moves, only one first move in five wins, and random players are nearly level.":
    "Nach dem Buch gewinnt Rot, was auch geschieht; hier braucht Rot 19 Züge, nur einer von fünf ersten Zügen gewinnt, und Zufallszüge sind fast ausgeglichen.",
  wide: "Weit",
  "All four disks and five free positions.": "Alle vier Scheiben und fünf freie Felder.",
  "Red needs 17 moves, and a third of the first moves win.":
    "Rot braucht 17 Züge, und ein Drittel der ersten Züge gewinnt.",
  "Get your disk ahead of the other player's disk.":
    "Bring deine Scheibe vor die der anderen Seite.",
  "Get all your disks ahead of all the other player's disks.":
    "Bring alle deine Scheiben vor alle Scheiben der anderen Seite.",
  "A track of {n} positions.": "Eine Bahn mit {n} Feldern.",
  "Red and Blue have one disk each, placed in turn from position 1: {raw}.":
    "Rot und Blau haben je eine Scheibe, abwechselnd gestellt von Feld 1 an: {raw}.",
  "Red and Blue have {x} disks each, placed in turn from position 1: {raw}.":
    "Rot und Blau haben je {x} Scheiben, abwechselnd gestellt von Feld 1 an: {raw}.",
  "Position {n} is free.": "Feld {n} ist frei.",
  "Positions {n} to {n2} are free.": "Die Felder {n} bis {n2} sind frei.",
  "Red always starts.": "Rot beginnt immer.",
  "Move your disk forward to any free position ahead of it.":
    "Zieh deine Scheibe vorwärts auf ein beliebiges freies Feld vor ihr.",
  "It may jump over the other one.": "Sie darf die andere überspringen.",
  "Move one of your disks forward to any free position ahead of it.":
    "Zieh eine deiner Scheiben vorwärts auf ein beliebiges freies Feld vor ihr.",
  "It may jump over any number of disks of either color.":
    "Sie darf beliebig viele Scheiben beider Farben überspringen.",
  "It cannot go back, and a position holds one disk.":
    "Zurück geht es nicht, und auf einem Feld steht nur eine Scheibe.",
  "You win when your disk is ahead of the other player's, or when the other player has to move and cannot.":
    "Du gewinnst, wenn deine Scheibe vor der anderen steht oder wenn die andere Seite ziehen muss und nicht kann.",
  "You win when your hindmost disk is ahead of the other player's foremost one, or when the other player has to move and cannot.":
    "Du gewinnst, wenn deine hinterste Scheibe vor der vordersten der anderen Seite steht oder wenn die andere Seite ziehen muss und nicht kann.",
  "A disk cannot land on an occupied position, whoever stands there.":
    "Eine Scheibe kann nicht auf einem besetzten Feld landen, wer auch immer dort steht.",
  "A player who is to move and has no legal move loses at once.":
    "Wer am Zug ist und keinen erlaubten Zug hat, verliert sofort.",
  "After a move the mover's disk is looked at first: ahead wins.":
    "Nach einem Zug zählt zuerst die Scheibe, die gezogen wurde: Steht sie vorn, ist gewonnen.",
  "After a move the mover's disks are looked at first: all ahead wins.":
    "Nach einem Zug zählen zuerst die Scheiben der Seite, die gezogen hat: Stehen alle vorn, ist gewonnen.",
  "Only then does it count that the next player is blocked.":
    "Erst dann zählt, ob die nächste Seite blockiert ist.",
  "R1-9 wins at once: the only free position is then behind every disk, and Blue cannot move.":
    "R1-9 gewinnt sofort: Das einzige freie Feld liegt dann hinter allen Scheiben, und Blau kann nicht ziehen.",
  "The book's advice on advancing, blocking and choosing disks changes nothing under its own rules: Red wins from every position that can be reached, whatever the two do.":
    "Was das Buch übers Vorrücken, Blockieren und Auswählen rät, ändert nach seinen eigenen Regeln nichts: Rot gewinnt aus jeder erreichbaren Stellung, was die beiden auch tun.",
  "With more free positions (--variant roomy or wide) it starts to matter.":
    "Mit mehr freien Feldern (Varianten „Geräumig“ und „Weit“) kommt es darauf an.",
  "{n}, {disk}": "{n}, {disk}",
  "R{n}": "R{n}",
  "B{n}": "B{n}",
  "R{n} on {n2}": "R{n} auf {n2}",
  "B{n} on {n2}": "B{n} auf {n2}",
  "Current Positions:": "Die Stellung:",
  "Updated Positions:": "Die neue Stellung:",
  "Red: {list}; Blue: {list2}; free {list3}.": "Rot: {list}; Blau: {list2}; frei {list3}.",
  "Enter your move (e.g., move {raw}):": "Dein Zug (z. B. move {raw}):",
  "move {keys} forward to a free position: {list}":
    "zieh {keys} vorwärts auf ein freies Feld: {list}",
  "Move Accepted: {move} moved to position {n}": "Gezogen: {move} auf Feld {n}",
  "{who} wins: every disk is ahead of all of {who2}'s disks!":
    "{who} gewinnt: Alle Scheiben stehen vor denen von {who2}!",
  "{who} wins: {who2} has no legal move!": "{who} gewinnt: {who2} kann nicht mehr ziehen!",
  "all disks ahead": "alle Scheiben vorn",
  "the other player cannot move": "die andere Seite kann nicht ziehen",
  "'{raw}' does not name a disk and a position": "„{raw}“ nennt keine Scheibe mit einem Feld",
  "There is no disk '{raw}'": "Eine Scheibe „{raw}“ gibt es nicht",
  "{move} is not your disk": "{move} ist nicht deine Scheibe",
  "{move} stands on position {n} already": "{move} steht schon auf Feld {n}",
  "{move} cannot move backward from {n} to {n2}":
    "{move} kann nicht rückwärts von {n} auf {n2} ziehen",
  "Position {n} is occupied": "Feld {n} ist besetzt",
  "The rule 'positions' must be {range} with {move}, not '{raw2}'":
    "Die Regel „positions“ muss mit {move} {range} sein, nicht „{raw2}“",

  // Energy Capture.
  "Place hidden units on five nodes; capture most of them.":
    "Setze verdeckt Einheiten auf fünf Knoten; erobere die meisten.",
  "units of each player": "Einheiten jeder Seite",
  "nodes to capture; an odd number": "Knoten, die zu erobern sind; eine ungerade Zahl",
  "units of each player in a sudden-death round": "Einheiten jeder Seite im Stechen",
  grand: "Groß",
  "As fair as the book's game and harder to read: perfect play mixes 13 kinds of allocation instead of 6.":
    "So gerecht wie das Spiel des Buches und schwerer zu durchschauen: Perfektes Spiel mischt 13 Arten der Verteilung statt 6.",
  "Capture the only node.": "Erobere den einzigen Knoten.",
  "Capture more nodes than the other player; {x} of the {y} decide it at once.":
    "Erobere mehr Knoten als die andere Seite; {x} von {y} entscheiden sofort.",
  "There is one node, neutral.": "Es gibt einen Knoten; er ist neutral.",
  "There are {x} nodes, numbered 1 to {n}, all neutral.":
    "Es gibt {x} Knoten, nummeriert von 1 bis {n}, alle neutral.",
  "Each player has {units}.": "Jede Seite hat {units}.",
  "Secretly place one or more of your units on the node, or pass.":
    "Setze verdeckt eine oder mehrere deiner Einheiten auf den Knoten oder passe.",
  "Secretly place one or more of your units on one or more nodes, or pass.":
    "Setze verdeckt eine oder mehrere deiner Einheiten auf einen oder mehrere Knoten oder passe.",
  "What is placed adds up and stays.": "Was gesetzt ist, zählt zusammen und bleibt.",
  "The turns alternate.": "Es wird abwechselnd gezogen.",
  "A pass is final: you place nothing more, and the other player goes on alone until passing too.":
    "Wer passt, ist fertig: Du setzt nichts mehr, und die andere Seite macht allein weiter, bis auch sie passt.",
  "Then all units are revealed, and the node goes to whoever placed more on it; equal amounts leave it neutral.":
    "Dann werden alle Einheiten aufgedeckt, und der Knoten geht an die Seite, die mehr darauf gesetzt hat; bei gleich vielen bleibt er neutral.",
  "Then all units are revealed, and each node goes to whoever placed more on it; equal amounts leave it neutral.":
    "Dann werden alle Einheiten aufgedeckt, und jeder Knoten geht an die Seite, die mehr darauf gesetzt hat; bei gleich vielen bleibt er neutral.",
  "Whoever captures the node wins.": "Wer den Knoten erobert, gewinnt.",
  "If nobody does, sudden death follows: each player gets {units}, and the phase is played again, as often as it takes.":
    "Gelingt es niemandem, folgt das Stechen: Jede Seite bekommt {units}, und es wird noch einmal gespielt, so oft wie nötig.",
  "Whoever holds {x} nodes wins; otherwise whoever holds more.":
    "Wer {x} Knoten hat, gewinnt; sonst, wer mehr hat.",
  "If both hold the same number, sudden death follows: each player gets {units} for the neutral nodes only, and the phase is played again, as often as it takes.":
    "Haben beide gleich viele, folgt das Stechen: Jede Seite bekommt {units} nur für die neutralen Knoten, und es wird noch einmal gespielt, so oft wie nötig.",
  "1 new unit": "1 neue Einheit",
  "{n} new units": "{n} neue Einheiten",
  "A move places at least one unit.": "Ein Zug setzt mindestens eine Einheit.",
  "A move places at least one unit in all and names no node twice.":
    "Ein Zug setzt insgesamt mindestens eine Einheit und nennt keinen Knoten zweimal.",
  "Doing nothing is a pass.": "Wer nichts tut, passt.",
  "A player without units passes automatically.": "Wer keine Einheiten mehr hat, passt von selbst.",
  "Before the reveal the other player learns whether you have passed, and nothing else: not the nodes, not the amounts, not what you have left.":
    "Vor der Aufdeckung erfährt die andere Seite, ob du gepasst hast, und sonst nichts: nicht die Knoten, nicht die Mengen, nicht, was du noch hast.",
  "Unspent units lapse.": "Nicht gesetzte Einheiten verfallen.",
  "Sudden death is played with the new units alone.":
    "Im Stechen wird nur mit den neuen Einheiten gespielt.",
  "captured nodes stay captured": "eroberte Knoten bleiben erobert",
  "Whoever moved first in the first phase moves first in every sudden-death round.":
    "Wer zu Beginn zuerst gezogen hat, zieht auch in jedem Stechen zuerst.",
  "Two careful players can fight over the last node for ever, so after ten undecided rounds in a row (--rounds) a coin decides.":
    "Zwei vorsichtige Spieler können ewig um den letzten Knoten kämpfen; darum entscheidet nach zehn unentschiedenen Runden hintereinander (--rounds) eine Münze.",
  "Two careful players can fight over the node for ever, so after ten undecided rounds in a row (--rounds) a coin decides.":
    "Zwei vorsichtige Spieler können ewig um den Knoten kämpfen; darum entscheidet nach zehn unentschiedenen Runden hintereinander (--rounds) eine Münze.",
  "Two careful players can fight over the last node for ever, so after ten undecided rounds in a row a coin decides.":
    "Zwei vorsichtige Spieler können ewig um den letzten Knoten kämpfen; darum entscheidet nach zehn unentschiedenen Runden hintereinander eine Münze.",
  "The book advises to keep units back for later turns, to bait with a few and to save the largest amounts for the end.":
    "Das Buch rät, Einheiten für später zurückzuhalten, mit wenigen zu ködern und die größten Mengen für den Schluss aufzuheben.",
  "None of it can work: before the reveal the other player sees passes and nothing else, and what is not placed lapses.":
    "Nichts davon kann wirken: Vor der Aufdeckung sieht die andere Seite nur, ob gepasst wurde, und was nicht gesetzt ist, verfällt.",
  "Place all your units, in one move or in many.":
    "Setze alle deine Einheiten, in einem Zug oder in mehreren.",
  "Three nodes or more.": "Drei Knoten oder mehr.",
  "All 15 units on one node lose for certain against perfect play, two nodes lose far more than they win, and with one unit kept back the best allocation is clearly worse off.":
    "Alle 15 Einheiten auf einem Knoten verlieren gegen perfektes Spiel mit Sicherheit, zwei Knoten verlieren viel öfter, als sie gewinnen, und schon mit einer zurückgehaltenen Einheit steht die beste Verteilung deutlich schlechter da.",
  "Vary: every allocation is beaten by somebody who knows it.":
    "Wechsle ab: Jede Verteilung wird geschlagen, wenn jemand sie kennt.",
  "Perfect play chooses the nodes by lot and places 6-5-4 most often, then 6-4-3-2 and 6-4-2-2-1.":
    "Perfektes Spiel lost die Knoten aus und setzt am häufigsten 6-5-4, dann 6-4-3-2 und 6-4-2-2-1.",
  "The book is wary of even amounts because of ties.":
    "Das Buch misstraut geraden Mengen wegen des Gleichstands.",
  "Perfect play has six units on some node nearly always.":
    "Perfektes Spiel hat fast immer sechs Einheiten auf irgendeinem Knoten.",
  "Node {n}: neutral": "Knoten {n}: neutral",
  "Node {n}: neutral, you have placed {units}": "Knoten {n}: neutral, du hast {units} gesetzt",
  "Node {n}: neutral, {who} has placed {units}": "Knoten {n}: neutral, {who} hat {units} gesetzt",
  "Node {n}: neutral, {who} {units}, {who2} {units2}":
    "Knoten {n}: neutral, {who} {units}, {who2} {units2}",
  // Both sides' piles, as the page says them of a game that is over.
  "{n}, {who} {n2}": "{n}, {who} {n2}",
  "{n}, {who} {n2}, {who2} {n3}": "{n}, {who} {n2}, {who2} {n3}",
  "Node {n}: captured by {who}": "Knoten {n}: erobert von {who}",
  "units left": "Einheiten übrig",
  nodes: "Knoten",
  "The End": "Ende",
  "Sudden Death Round": "Stechen",
  "Allocation Phase": "Verteilung",
  "{who} has passed.": "{who} hat gepasst.",
  "{who}, allocate your energy units:": "{who}, verteile deine Einheiten:",
  "Energy units remaining: (hidden)": "Übrige Einheiten: (verdeckt)",
  "Energy units remaining: {n}": "Übrige Einheiten: {n}",
  "Enter allocation:": "Verteilung:",
  "Enter allocation (e.g., {raw}):": "Verteilung (z. B. {raw}):",
  "place units on the neutral {nodes} as in {move}, or pass":
    "setze Einheiten auf die neutralen {nodes} wie in {move}, oder passe mit pass",
  "place units on {nodes} as in {move}, or pass":
    "setze Einheiten auf {nodes} wie in {move}, oder passe mit pass",
  "place at most {units} in all on the neutral {nodes}, or pass":
    "setze insgesamt höchstens {units} auf die neutralen {nodes}, oder passe mit pass",
  "place at most {units} in all on {nodes}, or pass":
    "setze insgesamt höchstens {units} auf {nodes}, oder passe mit pass",
  "{who} placed {move}.": "{who} setzt {move}.",
  "Placed {move}.": "Gesetzt: {move}.",
  "{who} has allocated.": "{who} hat gesetzt.",
  "{who}: no nodes ({points})": "{who}: kein Knoten ({points})",
  "{who}: captured {nodes} ({points})": "{who}: {nodes} erobert ({points})",
  "Neutral: {nodes}": "Neutral: {nodes}",
  "Reveal Phase": "Aufdeckung",
  "Node {n}:": "Knoten {n}:",
  "{who}: {units}": "{who}: {units}",
  "Winner: none, it stays neutral": "Sieg: niemand, er bleibt neutral",
  "Winner: {who}": "Sieg: {who}",
  "Scoring:": "Wertung:",
  "Each player receives 1 energy unit.": "Jede Seite bekommt 1 Einheit.",
  "Each player receives {n} energy units.": "Jede Seite bekommt {n} Einheiten.",
  "Contested: {nodes}": "Umkämpft: {nodes}",
  "{who} wins by capturing a majority of the nodes!": "{who} gewinnt mit der Mehrheit der Knoten!",
  "{who} wins by capturing more nodes!": "{who} gewinnt mit mehr Knoten!",
  "majority of the nodes, {n} to {n2}": "Mehrheit der Knoten, {n} zu {n2}",
  "more nodes, {n} to {n2}": "mehr Knoten, {n} zu {n2}",
  "That does not read as nodes and units, such as 1:5,2:3":
    "Das sind keine Knoten mit Einheiten wie in 1:5,2:3",
  "There is no such node": "Diesen Knoten gibt es nicht",
  "A node is named twice": "Ein Knoten ist zweimal genannt",
  "A captured node is not contested in sudden death":
    "Um einen eroberten Knoten wird im Stechen nicht mehr gekämpft",
  "Units cannot be taken back": "Einheiten kann man nicht zurücknehmen",
  "That is more units than you have": "So viele Einheiten hast du nicht",
  "An allocation places at least one unit": "Eine Verteilung setzt mindestens eine Einheit",
  "There are no amounts to choose in {title}": "In {title} gibt es keine Mengen zu wählen",
  "There are no amounts to choose here": "Hier gibt es keine Mengen zu wählen",
  "The rule 'nodes' must be an odd number from 1 to {n}, not '{raw}'":
    "Die Regel „nodes“ muss eine ungerade Zahl von 1 bis {n} sein, nicht „{raw}“",
  "There are {n} ways to share out {units} over {nodes}, and at most {n2} can be solved; {nodes} can have {units2}":
    "Es gibt {n} Möglichkeiten, {units} auf {nodes} zu verteilen, und höchstens {n2} lassen sich lösen; für {nodes} geht es mit {units2}",

  // How games go on and end.
  "Game {n} of at most {n2}": "Partie {n} von höchstens {n2}",
  "Score: {n} for {who}, {n2} for {who2}": "Stand: {n} für {who}, {n2} für {who2}",
  "The series is level: {n} for {who}, {n2} for {who2}":
    "Unentschieden: {n} für {who}, {n2} für {who2}",
  "Final score: {n} for {who}, {n2} for {who2}": "Endstand: {n} für {who}, {n2} für {who2}",
  "{who} wins the series!": "{who} gewinnt alles in allem!",
  "{who} wins!": "{who} gewinnt!",
  "{who} resigns.": "{who} gibt auf.",
  "{who} forfeits: left the game.": "{who} hat die Partie verlassen.",
  "{who} forfeits: {raw}.": "{who} verliert wegen eines Regelverstoßes: {raw}.",
  "{who} has run out of time.": "{who} hat die Zeit überschritten.",
  "No winner after 1 undecided round, so a coin is tossed.":
    "Nach 1 unentschiedenen Runde entscheidet ein Münzwurf.",
  "No winner after {n} undecided rounds, so a coin is tossed.":
    "Nach {n} unentschiedenen Runden entscheidet ein Münzwurf.",
  "{who} wins the toss!": "{who} gewinnt den Münzwurf!",
  resignation: "Aufgabe",
  "forfeit: left the game": "die Partie verlassen",
  "forfeit: {raw}": "Regelverstoß: {raw}",
  time: "Zeitüberschreitung",
  "coin toss after 1 undecided round": "Münzwurf nach 1 unentschiedenen Runde",
  "coin toss after {n} undecided rounds": "Münzwurf nach {n} unentschiedenen Runden",
  "{who} changes seats with {who2}; the first move is now {who}'s.":
    "{who} tauscht den Platz mit {who2}; der erste Zug gehört nun {who}.",
  "{who} changes seats with {who2} and is now {who3}; the first move is now {who}'s.":
    "{who} tauscht den Platz mit {who2} und ist nun {who3}; der erste Zug gehört nun {who}.",
  "Took back 1 move.": "1 Zug zurückgenommen.",
  "Took back {n} moves.": "{n} Züge zurückgenommen.",

  // Hints and reviews.
  "The other side has the better of it": "Die andere Seite steht besser",
  "Type swap": "Tausche die Plätze",
  "After swap you win in {n}; any move of your own loses":
    "Nach dem Tausch gewinnst du in {n}; jeder eigene Zug verliert",
  "Try {move}": "Versuch es mit {move}",
  "You can force a win, with one move alone":
    "Du kannst den Sieg erzwingen, mit einem einzigen Zug",
  "You can force a win; {n} of {n2} moves do it":
    "Du kannst den Sieg erzwingen; {n} von {n2} Zügen tun es",
  "Against perfect play you lose; make it long and hope for a slip":
    "Gegen perfektes Spiel verlierst du; zieh es in die Länge und hoff auf einen Fehler",
  "Neither side can force a win here; do not let the other have one":
    "Keine Seite kann hier den Sieg erzwingen; überlass ihn nicht der anderen",
  "{move} wins in {n}; {rest}": "{move} gewinnt in {n}; {rest}",
  "{move} loses in {n}; {rest}": "{move} verliert in {n}; {rest}",
  "{move} keeps the balance; {rest}": "{move} hält das Gleichgewicht; {rest}",
  "{keys} wins in {n}": "{keys} gewinnt in {n}",
  "{keys} loses in {n}": "{keys} verliert in {n}",
  "{keys} keeps the balance": "{keys} hält das Gleichgewicht",
  "{keys} (or {n2} more) wins in {n}": "{keys} (oder {n2} weitere) gewinnt in {n}",
  "{keys} (or {n2} more) loses in {n}": "{keys} (oder {n2} weitere) verliert in {n}",
  "{keys} (or {n2} more) keeps the balance": "{keys} (oder {n2} weitere) hält das Gleichgewicht",
  "it is the only move": "es ist der einzige Zug",
  "every other move loses in at most {n}": "jeder andere verliert in höchstens {n}",
  "every other move wins too, but not sooner": "jeder andere gewinnt auch, aber nicht schneller",
  "no other move forces anything either": "auch kein anderer erzwingt etwas",
  "of the other 1 move, {list}": "von dem 1 anderen {list}",
  "of the other {n} moves, {list}": "von den {n} anderen Zügen {list}",
  "1 wins": "gewinnt 1",
  "{n} win": "gewinnen {n}",
  "1 loses": "verliert 1",
  "{n} lose": "verlieren {n}",
  "1 decides nothing": "entscheidet 1 nichts",
  "{n} decide nothing": "entscheiden {n} nichts",
  "{move} holds out for 1 move, and {replies} would let you off":
    "{move} hält 1 Zug lang stand, und {replies} dich davonkommen",
  "{move} holds out for {n} moves, and {replies} would let you off":
    "{move} hält {n} Züge lang stand, und {replies} dich davonkommen",
  "no reply": "keine Antwort ließe",
  "1 reply": "1 Antwort ließe",
  "{n} replies": "{n} Antworten ließen",
  "No allocation is safe if it can be guessed; spread your units unevenly and vary":
    "Keine Verteilung ist sicher, wenn sie zu erraten ist; verteile ungleichmäßig und wechsle ab",
  "It is drawn from the {n} kinds of allocation that perfect play mixes; against it you can expect {n2}, where 1 is a sure win":
    "Sie ist aus den {n} Arten der Verteilung gezogen, die perfektes Spiel mischt; dagegen kannst du {n2} erwarten, wobei 1 ein sicherer Sieg ist",
  "{move} gives away {n} on average; {move2} gives away nothing":
    "{move} verschenkt im Schnitt {n}; {move2} verschenkt nichts",

  // What cannot be done.
  "The game is not over": "Die Partie ist noch nicht zu Ende",
  "The series is over": "Es ist schon entschieden",
  "No game has been opened": "Es ist keine Partie offen",
  "It is not your turn": "Du bist nicht am Zug",
  "The game has begun": "Die Partie hat schon begonnen",
  "The game has not begun": "Die Partie hat noch nicht begonnen",
  "The position is not the one that this move was chosen for":
    "Die Stellung ist nicht mehr die, für die dieser Zug gedacht war",
  "You have offered that already, and the other player has not answered":
    "Du hast schon darum gebeten, und die andere Seite hat noch nicht geantwortet",
  "The other player has offered to take back a move; agree to it or decline it first":
    "Die andere Seite bittet um eine Rücknahme; antworte zuerst darauf",
  "The other player has declined that; it can be offered again after another move":
    "Die andere Seite hat das abgelehnt; nach einem weiteren Zug kannst du wieder bitten",
  "There is no offer that you could agree to": "Es gibt nichts, dem du zustimmen könntest",
  "There is no offer that you could decline": "Es gibt nichts, was du ablehnen könntest",
  "Another game has begun already": "Eine weitere Partie hat schon begonnen",
  "The other player has not answered yet": "Die andere Seite hat noch nicht geantwortet",
  "There is no such table": "Diesen Tisch gibt es nicht",
  "The table is damaged": "Der Tisch ist beschädigt",
  "That is no seat at this table": "Das ist kein Platz an diesem Tisch",
  "Too many people watch this table": "An diesem Tisch schauen zu viele zu",
  "This seat has too many connections": "Dieser Platz hat zu viele Verbindungen",
  "This invitation has been used": "Diese Einladung wurde schon angenommen",
  "This is an invitation; accept it to take the seat":
    "Das ist eine Einladung; nimm sie an, um den Platz zu bekommen",
  "That is no invitation to this table": "Das ist keine Einladung an diesen Tisch",
  "The table was withdrawn": "Der Tisch wurde zurückgezogen",
  "Choose another token": "Wähle ein anderes Token",
  "Only a player of this table can withdraw it":
    "Nur wer an diesem Tisch spielt, kann ihn zurückziehen",
  "The game was aborted": "Die Partie wurde abgebrochen",
  "The game is over": "Die Partie ist zu Ende",
  "The game has become too long to go on; abort it, or resign":
    "Die Partie ist zu lang, um weiterzugehen; brich sie ab oder gib auf",
  "The series has become too long to go on; open another table":
    "Die Serie ist zu lang, um weiterzugehen; eröffne einen anderen Tisch",
  "You can take back {n} times only, until the game has gone further":
    "Du kannst nur {n}-mal zurücknehmen, bis die Partie weitergegangen ist",
  "A program is never away": "Ein Programm ist immer da",
  "Nothing can be claimed in this game": "In dieser Partie lässt sich nichts beanspruchen",
  "This server cannot tell who is away": "Dieser Server kann nicht erkennen, wer nicht da ist",
  "The other player is here": "Die andere Seite ist da",
  "The other player has not been away for long enough; try again in {n} seconds":
    "Die andere Seite ist noch nicht lange genug weg; versuch es in {n} Sekunden noch einmal",
  "Too many challenges were accepted from your address; try again in a minute":
    "Von deiner Adresse wurden zu viele Herausforderungen angenommen; versuch es in einer Minute noch einmal",
  "No seat is free at this table": "An diesem Tisch ist kein Platz frei",
  "Somebody sits there already": "Dort sitzt schon jemand",
  "Somebody else was faster": "Jemand anderes war schneller",
  "You only watch here": "Du schaust hier nur zu",
  "One phrase in three seconds is enough": "Ein Spruch in drei Sekunden genügt",
  "Nothing can be stored just now; try again in a moment":
    "Gerade lässt sich nichts speichern; versuch es gleich noch einmal",
  "Too many games are played here just now": "Hier wird gerade zu viel gespielt",
  "Too many games were opened from your address; end or withdraw some":
    "Von deiner Adresse wurden zu viele Partien eröffnet; beende welche oder zieh sie zurück",
  "Too many games were opened from your address in a short time; try again in a few minutes":
    "Von deiner Adresse wurden in kurzer Zeit zu viele Partien eröffnet; versuch es in ein paar Minuten noch einmal",
  "Too many challenges from your address are open; withdraw one, or invite somebody by a link":
    "Von deiner Adresse stehen zu viele Herausforderungen offen; zieh eine zurück oder lade jemanden mit einem Link ein",
  "The name must be at most {n} printable characters without blanks at the ends, not '{raw}'":
    "Der Name darf höchstens {n} druckbare Zeichen ohne Leerzeichen an den Enden haben, nicht „{raw}“",
  "It is the other player's turn": "Die andere Seite ist am Zug",
  "It is a person's turn": "Ein Mensch ist am Zug",
  "A program plays there, and moves by itself": "Dort spielt ein Programm und zieht von selbst",
  "That was an empty line": "Die Zeile war leer",
  "That line is too long": "Die Zeile ist zu lang",
  "That move is not legal": "Dieser Zug ist nicht erlaubt",
  "'{raw}' is not a whole number": "„{raw}“ ist keine ganze Zahl",
  "'{raw}' is far out of range": "„{raw}“ ist viel zu groß oder zu klein",
  "There is no choice: {move}": "Es gibt nichts zu wählen: {move}",
  "There is no move to take back": "Es gibt keinen Zug zurückzunehmen",
  "You have made no move to take back":
    "Du hast noch keinen Zug gemacht, der sich zurücknehmen ließe",
  "What is revealed cannot be taken back": "Was aufgedeckt ist, lässt sich nicht zurücknehmen",
  "The other player has moved since, so nothing can be taken back":
    "Die andere Seite hat seither gezogen, darum lässt sich nichts zurücknehmen",
  "Only people can take back a move": "Nur Menschen können einen Zug zurücknehmen",
  "Seats cannot be changed now": "Jetzt können die Plätze nicht getauscht werden",
  "Seats can be changed only with the pie rule, and only in answer to the first move":
    "Die Plätze lassen sich nur mit der Kuchenregel tauschen und nur als Antwort auf den ersten Zug",
  "Seats cannot be changed in {title}, whose moves are hidden":
    "In {title} können die Plätze nicht getauscht werden, weil die Züge verdeckt sind",
  "{who} always starts {title}": "In {title} beginnt immer {who}",
  "The two players need different names": "Die beiden Seiten brauchen verschiedene Namen",
  "The first name must be at most {n} printable characters without blanks at the ends, not '{raw}'":
    "Der erste Name darf höchstens {n} druckbare Zeichen ohne Leerzeichen an den Enden haben, nicht „{raw}“",
  "The second name must be at most {n} printable characters without blanks at the ends, not '{raw}'":
    "Der zweite Name darf höchstens {n} druckbare Zeichen ohne Leerzeichen an den Enden haben, nicht „{raw}“",
  "There is no player '{raw}'; a player is human, random, perfect or level:1 to level:{n}":
    "Einen Spieler „{raw}“ gibt es nicht; möglich sind human, random, perfect und level:1 bis level:{n}",
  "There is no player ''; a player is human, random, perfect or level:1 to level:{n}":
    "Ein Spieler ist nicht genannt; möglich sind human, random, perfect und level:1 bis level:{n}",
  "There is no game '{raw}'; the games are {keys}":
    "Ein Spiel „{raw}“ gibt es nicht; die Spiele sind {keys}",
  "There is no variant '{raw}' of {title}; there is {keys}":
    "Eine Variante „{raw}“ von {title} gibt es nicht; es gibt {keys}",
  "There is no variant '{raw}' of {title}; there are {keys}":
    "Eine Variante „{raw}“ von {title} gibt es nicht; es gibt {keys}",
  "There is no rule '{raw}'; this game has {keys}":
    "Eine Regel „{raw}“ gibt es nicht; dieses Spiel hat {keys}",
  "The rule '{raw}' must be {range}, not '{raw2}'":
    "Die Regel „{raw}“ muss {range} sein, nicht „{raw2}“",
  "'{raw}' is not of the form key=value": "„{raw}“ hat nicht die Form Regel=Wert",
  "{raw} needs up to {bytes} of memory, and {bytes2} are free":
    "{raw} braucht bis zu {bytes} Speicher, und {bytes2} sind frei",
  "the largest that fits is {move}": "am meisten geht mit {move}",
  "{raw} is too large for a server to solve":
    "{raw} ist zu groß, um auf einem Server gelöst zu werden",
  "choose smaller rules, or random as the program":
    "kleinere Regeln gehen, oder „random“ als Programm",
  "To look through all positions of {raw} takes {bytes} more memory, and {bytes2} are free":
    "Alle Stellungen von {raw} durchzusehen braucht weitere {bytes} Speicher, und {bytes2} sind frei",
  "The solve was stopped": "Das Lösen wurde angehalten",
  "{title} cannot be solved": "{title} lässt sich nicht lösen",
  "{title} has no puzzles: where moves are hidden, no move wins for certain; there are puzzles of {keys}":
    "{title} hat keine Rätsel: Wo Züge verdeckt sind, gewinnt kein Zug mit Sicherheit; Rätsel gibt es zu {keys}",
  "No puzzle was found: under these rules a position with a single winning move is rare in {title}":
    "Es wurde kein Rätsel gefunden: Mit diesen Regeln ist eine Stellung mit nur einem Gewinnzug selten ({title})",
  "No puzzle of level {n} was found in {title} under these rules; there are puzzles of level {n2}":
    "Zu {title} wurde mit diesen Regeln kein Rätsel der Stufe {n} gefunden; es gibt welche der Stufe {n2}",
  "No puzzle of level {n} was found in {title} under these rules; there are puzzles of levels {list}":
    "Zu {title} wurde mit diesen Regeln kein Rätsel der Stufe {n} gefunden; es gibt welche der Stufen {list}",

  // Records that cannot be read.
  "Line {n}, column {n2}: {why}": "Zeile {n}, Spalte {n2}: {why}",
  "There is no record in it": "Es ist keine Partie darin",
  "There are too many games in it to be read at once":
    "Es sind zu viele Partien darin, um sie auf einmal zu lesen",
  'a record begins with tags, as in [Game "..."]':
    'eine Aufzeichnung beginnt mit Angaben wie [Game "..."]',
  'this record has no tag [Game "..."]': 'dieser Aufzeichnung fehlt die Angabe [Game "..."]',
  "a tag has a name of letters and digits behind its [":
    "hinter dem [ einer Angabe steht ein Name aus Buchstaben und Ziffern",
  "the tag {move} needs a value in quotes":
    "die Angabe {move} braucht einen Wert in Anführungszeichen",
  "the value of the tag {move} is too long": "der Wert der Angabe {move} ist zu lang",
  "only a quote, a \\ or the code of a character, as in \\x09, can follow a \\":
    "auf ein \\ kann nur ein Anführungszeichen, ein \\ oder der Code eines Zeichens wie in \\x09 folgen",
  "the value of the tag {move} has no closing quote":
    "dem Wert der Angabe {move} fehlt das schließende Anführungszeichen",
  "the tag {move} has no closing ]": "der Angabe {move} fehlt das schließende ]",
  "the value of the tag {move} is not plain text":
    "der Wert der Angabe {move} ist kein reiner Text",
  "the veiled value of the tag {move} is damaged":
    "der verhüllte Wert der Angabe {move} ist beschädigt",
  "the tag {move} must be {keys}, not '{raw2}'":
    "die Angabe {move} muss {keys} sein, nicht „{raw2}“",
  "the tag {move} appears twice": "die Angabe {move} steht zweimal da",
  "a record has at most {n} tags": "eine Aufzeichnung hat höchstens {n} Angaben",
  "this comment has no closing }": "diesem Kommentar fehlt das schließende }",
  "this comment is not plain text": "dieser Kommentar ist kein reiner Text",
  "the game has no result (1-0, 0-1 or *) behind its last move":
    "hinter dem letzten Zug fehlt das Ergebnis (1-0, 0-1 oder *)",
  "this is not a move": "das ist kein Zug",
  "'{raw}' is not a move": "„{raw}“ ist kein Zug",
  "the moves end in {raw}, but the tag Result says {raw2}":
    "die Züge enden mit {raw}, aber die Angabe Result sagt {raw2}",
  "move number '{raw}' where {n} is due": "Zugnummer „{raw}“, wo {n} an der Reihe wäre",
  "the game is too long": "die Partie ist zu lang",
  "this secret move is damaged": "dieser verdeckte Zug ist beschädigt",
  "move {n} ('{raw}') {wrong}": "Zug {n} („{raw}“) {wrong}",
  "Move {n} ('{raw}') {wrong}": "Zug {n} („{raw}“) {wrong}",
  "is not legal": "ist nicht erlaubt",
  "is not legal: {why}": "ist nicht erlaubt: {why}",
  "seats cannot be changed there": "dort können die Plätze nicht getauscht werden",
  "is one too many: the game is over after move {n}":
    "ist einer zu viel: Nach Zug {n} ist die Partie zu Ende",
  "The record's result is {raw}, but its moves end in {raw2}":
    "Das Ergebnis der Aufzeichnung ist {raw}, aber ihre Züge enden mit {raw2}",
  "In {title} player 1 always moves first, so the tag First must be 1":
    "In {title} zieht immer Spieler 1 zuerst; darum muss die Angabe First 1 sein",
  "The tag {move} must be a whole number from 0 to {n}, not '{raw2}'":
    "Die Angabe {move} muss eine ganze Zahl von 0 bis {n} sein, nicht „{raw2}“",
  "The tag {move} can only be 'yes', not '{raw2}'":
    "Die Angabe {move} kann nur „yes“ sein, nicht „{raw2}“",
  "The tag {move} must be as in '2 of 5', not '{raw2}'":
    "Die Angabe {move} muss wie in „2 of 5“ sein, nicht „{raw2}“",
  "Game {n} of a series is there without those before it":
    "Partie {n} einer Folge ist ohne die vorigen da",
  "The games of the series are not in order": "Die Partien der Folge sind nicht in ihrer Ordnung",
  "Some moves of this game are still secret, so it cannot be reviewed before it is played on":
    "Einige Züge dieser Partie sind noch geheim; sie kann erst besprochen werden, wenn sie weitergespielt ist",
  "some moves of this game are still secret, so it cannot be reviewed before it is played on":
    "einige Züge dieser Partie sind noch geheim; sie kann erst besprochen werden, wenn sie weitergespielt ist",
};

export const german: Language = { id: "de", name: "Deutsch", words, names, library };
