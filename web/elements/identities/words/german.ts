import { html } from 'lit';
import { copies, type Sizes } from '../sizes.js';
import type { english } from './english.js';
import { listIn } from '../../../lib/listed.js';

/** In one piece: 0 0 1 1. */
const order = (sizes: Sizes, isBroken: boolean) => copies(sizes, isBroken).join('\u00a0');

export const german: typeof english = {
  question: 'Welche Rechenwege ergeben dieselbe Ausgabe?',
  columns: {
    left: 'der eine Weg',
    right: 'der andere Weg',
    bound: 'Grenze 10⁻⁵',
    number: 'größter Unterschied',
    breakIt: 'Fehler einbauen',
  },
  controls: {
    tokens: (min, max) => `Deine Wörter, ${min} bis ${max}`,
    count: (min, max) => `${min} bis ${max} Wörter`,
    heads: (width) => `Köpfe der Breite ${width}`,
    seed: (seed) => `Parameter mit Seed ${seed}`,
    draw: 'Neue zufällige Schicht',
  },
  cannotBreak: 'beide Köpfe lesen dieselbe Kopie, also gibt es keine andere Reihenfolge',

  rows: {
    concat: {
      title: 'Concat oder Summe',
      left: () => 'Köpfe nebeneinander × W_O',
      right: (_, isBroken) =>
        isBroken
          ? 'Köpfe 0 und 1 × die Zeilen des jeweils anderen in W_O'
          : 'jeder Kopf × seine Zeilen von W_O, dann addiert',
      breakIt: () => 'Zeilen der Köpfe 0 und 1 vertauschen',
      rightLine: () => 'Kopf h wird mit seinen eigenen Zeilen von W_O multipliziert.',
      wrongLine: () =>
        'Die Köpfe 0 und 1 bekommen die Zeilen des jeweils anderen. Die Shape ist dieselbe, also gibt es keine Fehlermeldung.',
    },
    tied: {
      title: 'Gleiche Köpfe oder ein Kopf',
      left: ({ heads }) => `${heads} gleiche Köpfe × W_O`,
      right: (_, isBroken) =>
        isBroken
          ? 'ein Kopf × Mittelwert aller Zeilen von W_O'
          : 'ein Kopf × Summe der Blöcke aller Köpfe in W_O',
      breakIt: () => 'Mittelwert der Zeilen statt der Summe',
      rightLine: ({ heads }) =>
        `Die Zeilen ${heads === 2 ? 'beider' : `aller ${heads}`} Köpfe werden addiert.`,
      wrongLine: ({ heads }) => `Der Mittelwert macht die Ausgabe um den Faktor ${heads} zu klein.`,
    },
    grouped: {
      title: 'Geteilte oder kopierte Keys',
      left: ({ heads, kvHeads }) =>
        kvHeads === 1
          ? `${heads} Köpfe teilen sich 1 Kopf mit Keys und Values`
          : `${heads} Köpfe teilen sich ${kvHeads} Köpfe mit Keys und Values`,
      right: (sizes, isBroken) => `kopiert in der Reihenfolge ${order(sizes, isBroken)}`,
      breakIt: (sizes) => `in der Reihenfolge ${order(sizes, true)} kopieren`,
      rightLine: (sizes) =>
        `${order(sizes, false)}: Benachbarte Köpfe lesen dieselben Keys und Values.`,
      wrongLine: (sizes) =>
        `${order(sizes, true)}: Die Shape ist dieselbe, also gibt es keine Fehlermeldung.`,
    },
    tiles: {
      title: 'Kacheln oder die ganze Zeile',
      left: () => 'die ganze Zeile auf einmal',
      right: ({ tile }, isBroken) =>
        isBroken
          ? `Keys in Kacheln zu ${tile}, die Summe wird nie neu skaliert`
          : `Keys in Kacheln zu ${tile}, mit laufendem Maximum und laufender Summe`,
      breakIt: () => 'Summe nicht neu skalieren, wenn das Maximum steigt',
      rightLine: () => 'Steigt das Maximum m, wird die bisherige Summe herunterskaliert.',
      wrongLine: () => 'Die bisherige Summe behält den Maßstab des alten Maximums.',
    },
    cached: {
      title: 'Cache oder alles auf einmal',
      left: () => 'alle Wörter auf einmal, kausal',
      right: (_, isBroken) =>
        isBroken ? 'Wort für Wort, der Cache ist leer' : 'Wort für Wort, mit einem Cache',
      breakIt: () => 'Cache vor jedem Wort leeren',
      rightLine: () => 'Wort t liest die Keys und Values der Wörter 0 bis t.',
      wrongLine: () => 'Jedes Wort sieht nur sich selbst.',
    },
    paged: {
      title: 'Seiten oder alles auf einmal',
      left: () => 'alle Wörter auf einmal, kausal',
      right: ({ page }, isBroken) =>
        isBroken
          ? `ein Cache in Seiten zu ${page}, Seite 0 gehört einer anderen Sequenz`
          : `ein Cache in Seiten zu ${page}, gefunden über eine Blocktabelle`,
      breakIt: () => 'Seite 0 einer anderen Sequenz lesen',
      rightLine: () => 'Die Blocktabelle sagt, welche Seiten zu dieser Sequenz gehören.',
      wrongLine: () => 'Auf Seite 0 sind Keys und Values anderer Wörter.',
    },
    chunked: {
      title: 'Abschnitte oder alles auf einmal',
      left: () => 'alle Wörter auf einmal, kausal',
      right: ({ chunks }, isBroken) =>
        isBroken
          ? `Abschnitte zu ${chunks[0]} und ${chunks[1]}, jeder für sich`
          : `Abschnitte zu ${chunks[0]} und ${chunks[1]}, mit einem Cache`,
      breakIt: () => 'jeden Abschnitt nur sich selbst lesen lassen',
      rightLine: () => 'Ein Abschnitt liest den Cache und sich selbst.',
      wrongLine: () => 'Der zweite Abschnitt sieht den ersten nicht.',
    },
    absorbed: {
      title: 'Absorbiert oder expandiert',
      left: () => 'Köpfe lesen die latenten Vektoren c',
      right: (_, isBroken) =>
        isBroken
          ? 'zuerst Keys und Values berechnet, aber die Values mit W_UV des nächsten Kopfes'
          : 'Keys und Values werden zuerst aus c berechnet',
      breakIt: () => 'jedem Kopf W_UV des nächsten Kopfes geben',
      rightLine: () => 'Kopf h berechnet seine Values aus c mit seinem eigenen W_UV.',
      wrongLine: () => 'Jeder Kopf hat die Values des nächsten Kopfes.',
    },
    order: {
      title: 'Vorher oder nachher umkehren',
      left: () => 'Reihenfolge umgekehrt, dann Attention',
      right: () => 'Attention, dann Reihenfolge umgekehrt',
      breakIt: () => 'auf beiden Seiten spätere Keys verdecken',
      rightLine: () =>
        'Ohne Maske: Kehrt man die Reihenfolge der Wörter um, kehrt sich nur die Reihenfolge der Ausgaben um.',
      wrongLine: () => 'Mit kausaler Maske hängt von der Reihenfolge ab, was ein Wort sieht.',
    },
    future: {
      title: 'Spätere Wörter: gleich oder anders',
      left: () => 'kausal, mit den Wörtern, wie sie sind',
      right: (_, isBroken) =>
        isBroken
          ? 'ohne Maske, nach jeder Ausgabe andere Wörter'
          : 'kausal, nach jeder Ausgabe andere Wörter',
      breakIt: () => 'auf beiden Seiten spätere Keys zeigen',
      rightLine: () => 'Ein Wort sieht sich selbst und die Wörter davor.',
      wrongLine: () => 'Ein Wort sieht auch spätere Wörter, also ändern sie seine Ausgabe.',
    },
  },

  ruler: (reach, zeros) =>
    `${zeros > 0 ? 'Ein Ring am linken Ende bedeutet genau 0: Beide Wege addieren dieselben Zahlen in derselben Reihenfolge. ' : ''}Die gepunktete Linie ist die Grenze 10⁻⁵. Die Achse ist logarithmisch. ${german.changed.reach(reach)}`,

  detail: {
    held: (title) => `${title}: was jeder Kopf liefert`,
    broken: (title) => `${title}: Welche Köpfe sind jetzt falsch?`,
    breakIt: (mistake) => `Fehler einbauen: ${mistake}`,
    beforeOutput: (tokens, width) =>
      `Zeilen sind die ${tokens} Wörter, Spalten die ${width} Zahlen jedes Kopfes, vor W_O.`,
    afterOutput: (tokens, width) =>
      `Zeilen sind die ${tokens} Wörter, Spalten die ${width} Zahlen, die jeder Kopf zur Ausgabe beiträgt.`,
    squares: {
      concat: 'Die Zahl im Quadrat sagt, von welchem Kopf die verwendeten Zeilen von W_O sind.',
      grouped: 'Die Zahl im Quadrat sagt, welchen geteilten Key/Value-Kopf der Kopf liest.',
      absorbed: 'Die Zahl im Quadrat sagt, von welchem Kopf das verwendete W_UV ist.',
    },
    minus: 'links − rechts',
    difference: 'größter Unterschied',
    scale: (maps) => `eine Skala für alle ${maps} Heatmaps`,
    head: (head) => `Kopf ${head}`,
    equal: 'gleich',
    unequal: 'ungleich',
  },
  changed: {
    title: 'Was der Schalter ändert',
    rightLine: 'richtig',
    wrongLine: 'falsch',
    output: 'Die Ausgaben, nach W_O',
    broken: 'größter Unterschied mit dem Fehler',
    held: 'größter Unterschied ohne ihn',
    reach: (reach): string => `Keine Ausgabe ist hier größer als ${reach}.`,
  },

  predict: {
    ask: (sizes) =>
      `Keys und Values werden in der Reihenfolge ${order(sizes, true)} statt ${order(sizes, false)} kopiert. Welche Köpfe liefern falsche Zahlen?`,
    options: ['keiner', 'alle außer dem ersten und dem letzten', 'alle'],
    act: 'Fehler einbauen',
    verdict: (count, equal, wrong) =>
      count === 0
        ? 'Kein Kopf liefert hier andere Zahlen.'
        : equal === ''
          ? html`Jeder Kopf liest andere Keys: Die Köpfe <b>${wrong}</b> weichen ab.`
          : html`Die Köpfe ${equal} lesen in beiden Reihenfolgen dieselben Keys, also bleibt nur
              Rundung. Die Köpfe <b>${wrong}</b> lesen andere Keys.`,
  },
  and: listIn('de'),

  caption: {
    held: (worst) =>
      html`Alle zehn stimmen bis auf <b dir="ltr">${worst}</b> überein. Was bleibt, ist Rundung:
        dieselben Zahlen, in anderer Reihenfolge addiert.`,
    harmless: (title, difference) =>
      html`Der Fehler in „${title}“ ändert bei diesen Wörtern nichts: Die Ausgaben unterscheiden
        sich um <b dir="ltr">${difference}</b>, genau wie ohne den Fehler. Ein Test mit einer
        einzigen Eingabe kann einen Fehler übersehen. Probier andere Wörter aus.`,
    broken: (worst, title, difference) =>
      html`Ohne Fehler stimmen alle zehn bis auf <b dir="ltr">${worst}</b> überein. Mit dem Fehler
        in „${title}“ unterscheiden sich die Ausgaben um <b dir="ltr">${difference}</b>. Jede Shape
        ist noch richtig: Nur die Zahlen zeigen es.`,
  },

  table: 'Zehn Identitäten',
  headTable: (title) => `${title}: Kopf für Kopf`,
  tableColumns: {
    identity: 'Identität',
    left: 'der eine Weg',
    right: 'der andere Weg',
    holds: 'größter Unterschied',
    broken: 'mit dem Fehler',
    head: 'Kopf',
  },
  describe: {
    layer: (words, heads, seed) =>
      `${words} Wörter, ${heads} Köpfe der Breite 8, Parameter mit Seed ${seed}.`,
    row: (number, title, left, right, difference) =>
      `${number}. ${title}. Der eine Weg: ${left}. Der andere Weg: ${right}. Größter Unterschied: ${difference}.`,
    broken: (mistake, difference) =>
      `Mit Fehler: ${mistake}. Größter Unterschied jetzt: ${difference}.`,
    head: (head, difference) => `Kopf ${head}: ${difference}.`,
    open: (title) => `Kopf für Kopf in „${title}“:`,
  },
};
