import { html, type TemplateResult } from 'lit';
import { whole } from '../../../lib/german-number.js';
import { anySize, counted, fixed, plural, unit } from '../../../lib/numbers.js';
import { areSeveral } from '../range.js';
import type { english } from './english.js';

type Text = string | TemplateResult;

const bytes = (count: number) => unit(whole(count), 'B');
const keysIn = (range: string) => `${areSeveral(range) ? 'Keys' : 'Key'} ${range}`;

export const german: typeof english = {
  question: 'Welche Zahlen müssen übertragen werden, und welche muss man nicht speichern?',
  whole,
  bytes,
  large: (count) =>
    count >= 1e9 ? unit(fixed(count / 1e9), 'GB') : unit(fixed(count / 1e6, 1), 'MB'),
  tabs: 'Die fünf Reihenfolgen der Berechnung',
  names: {
    plain: 'Einfach',
    tiled: 'Kacheln',
    cached: 'Cache',
    paged: 'Seiten',
    chunked: 'Abschnitte',
  },
  unitOf: {
    plain: 'Durchgang',
    tiled: 'Kachel',
    cached: 'Token',
    paged: 'Token',
    chunked: 'Abschnitt',
  },
  title: (head, unitName, step, steps, sentence) =>
    `Kopf ${head}, ${unitName} ${step} von ${steps}: ${sentence}`,
  pairs: (queries, keys, isOne) => `${isOne ? 'Query' : 'Querys'} ${queries} mit ${keysIn(keys)}`,
  what: {
    queries: 'Querys',
    keys: 'Keys',
    values: 'Values',
    scores: 'Scores',
    weights: 'Gewichte',
    table: 'Blocktabelle',
    output: 'Ausgabe',
  },
  one: {
    queries: 'Query',
    keys: 'Key',
    values: 'Value',
    scores: 'Scores',
    weights: 'Gewichte',
    table: 'Blocktabelle',
    output: 'Ausgabe',
  },
  slow: {
    title: 'Langsamer Speicher, groß',
    contents: (tokens, width, count) =>
      `Q, K, V, Ausgabe: 4 × ${tokens} × ${width} × 4 B = ${bytes(count)}.`,
    scores: (tokens, count) =>
      count === 0
        ? 'Keine Scores.'
        : `Scores, Gewichte: 2 × ${tokens} × ${tokens} × 4 B = ${bytes(count)}.`,
  },
  fast: {
    title: 'Schneller Speicher, klein (vergrößert)',
    shortTitle: 'Schneller Speicher, klein',
    mix: 'Values bisher',
    shortMix: 'Values',
    held: (count, isPlain) =>
      isPlain
        ? `Höchstens ${bytes(count)} zugleich.`
        : `Höchstens ${bytes(count)} zugleich. Danach werden die Scores verworfen.`,
    tile: (tokens, tile, count) =>
      `4 Kacheln zu ${bytes(tile)}, ${tokens * tokens} Scores, ${tokens} Maxima, ${tokens} Summen: ${bytes(count)}. Dann werden die Scores verworfen.`,
    passes: [
      { title: 'Durchgang 1: Scores', sentence: 'alle Querys × alle Keys' },
      { title: 'Durchgang 2: Softmax', sentence: 'alle Scores → alle Gewichte' },
      { title: 'Durchgang 3: Mitteln', sentence: 'alle Gewichte × alle Values' },
    ],
  },
  soFar: {
    title: 'bisher',
    read: (count) => `${bytes(count)} gelesen`,
    written: (count) => `${bytes(count)} geschrieben`,
  },
  movesNow: 'jetzt übertragen',
  afterTiles: (tiles) =>
    tiles === 1 ? 'nach einer weiteren Kachel' : `nach ${tiles} weiteren Kacheln`,
  pages: {
    own: 'Seiten dieses Satzes',
    other: 'Seiten des anderen',
    givenBack: (pages) => `jetzt frei: ${pages}`,
    none: 'keine: Der Satz ist zu Ende',
  },
  scale: { numbers: 'Querys, Keys, Values, Ausgabe', scores: 'Scores' },
  rings: {
    tiled:
      'Durchgezogener Rahmen: wird in diesem Schritt übertragen. Gepunkteter Rahmen: schon geladen oder noch nicht berechnet.',
    other: 'Durchgezogener Rahmen: wird in diesem Schritt übertragen. Leere Zeilen: noch nicht da.',
  },

  grid: {
    title: (tokens, schedule) =>
      schedule === 'plain'
        ? `${tokens} × ${tokens} Scores, alle gespeichert`
        : `${tokens} × ${tokens} Scores, nie alle zugleich`,
    key: (schedule) =>
      schedule === 'plain'
        ? 'Leer: berechnet, dann von der Maske verdeckt.'
        : 'Grau: benutzt, verworfen. Rahmen: jetzt. Leer: später.',
    never: {
      plain: '',
      tiled: 'spätere Keys: Diese Kacheln werden nie geladen',
      cached: 'spätere Keys: noch nicht da',
      paged: 'spätere Keys: noch nicht da',
      chunked: 'spätere Keys: noch nicht da oder verdeckt',
    },
  },

  row: {
    title: (token, width) =>
      html`Was zu Zeile ${token} gespeichert bleibt: ein Maximum, eine Summe, ${width} Zahlen`,
    caption: 'Die Zeile, Kachel für Kachel',
    keys: 'Keys',
    largest: 'größter',
    max: 'Max.',
    shrink: 'Faktor',
    sum: 'Summe',
    mix: 'Values bisher, noch nicht durch die Summe geteilt',
    before: 'Summe vorher',
    exponent: (before, now) => `exp(${before} − ${now})`,
    added: (count) => `${counted(count, 'neue Potenz', 'neue Potenzen')} von e`,
    soFar: 'Summe bisher',
    first:
      'Das sind die ersten Keys, also gibt es noch keine Summe, die herunterskaliert werden muss.',
    kept: 'Kein Score ist größer als bisher: Die Summe und die Values bisher bleiben, wie sie sind.',
    larger:
      'Ein Score ist größer als bisher: Die Summe und die Values bisher werden mit demselben Faktor herunterskaliert.',
    next: (keys) =>
      `Als Nächstes ${areSeveral(keys) ? 'kommen die Keys' : 'kommt Key'} ${keys}, in Grau.`,
    last: 'Das waren die letzten Keys: Values ÷ Summe ist die Ausgabe.',
  },
  step: {
    title: {
      plain: 'Was dieser Durchgang überträgt',
      tiled: 'Was diese Kachel überträgt',
      cached: 'Was dieses Token überträgt',
      paged: 'Was dieses Token überträgt',
      chunked: 'Was dieser Abschnitt überträgt',
    },
    rows: 'Zeilen',
    way: 'Richtung',
    product: 'Rechnung',
    ways: { fast: 'langsam → schnell', slow: 'schnell → langsam' },
    multiplications: (count) =>
      `${whole(count)} ${plural(count, 'Multiplikation', 'Multiplikationen')} in diesem Schritt.`,
    sentences: {
      plain:
        'Scores und Gewichte werden geschrieben und wieder gelesen. In langen Texten sind sie viel größer als Q, K und V.',
      tiled: '',
      cached: 'Keys und Values früherer Tokens werden wieder gelesen, aber nicht neu berechnet.',
      paged: 'Die Blocktabelle sagt, auf welcher Seite Key und Value eines Tokens liegen.',
      chunked: 'Frühere Keys und Values werden für den ganzen Abschnitt nur einmal gelesen.',
    },
    page: (token, at, logical, physical, slot) =>
      html`Token ${at}, ${token}: logische Seite ${logical} ist Seite ${physical}, Zeile ${slot}.`,
  },

  traffic: {
    title: (tokens) => `Übertragene Bytes für dieselben ${tokens} Ausgaben`,
    settings: (width) =>
      `Ein Kopf der Breite ${width}, kausal, FP32. Jeder Balken: erst gelesen, dann geschrieben.`,
    columns: {
      name: 'Reihenfolge',
      read: 'gelesen',
      written: 'geschrieben',
      bar: 'gelesen und geschrieben',
      stored: 'Scores im Speicher',
      multiplications: 'Multiplikationen',
      long: (tokens) => `bei ${whole(tokens)}`,
      difference: 'Unterschied',
    },
    sentences: {
      plain: () => 'alles auf einmal, in drei Durchgängen',
      tiled: (steps, size) =>
        `${counted(steps, 'Kachel', 'Kacheln')} zu ${size} × ${size}, wie FlashAttention`,
      cached: (steps) => `Token für Token, ${steps} Schritte`,
      paged: (_, size) => `genauso, in Seiten zu ${size} Tokens`,
      chunked: (steps, size) =>
        `${counted(steps, 'Abschnitt', 'Abschnitte')} zu höchstens ${size} Tokens`,
    },
    uncached: (count) => `Token für Token ohne Cache: ${bytes(count)}.`,
    longNote: ({ tokens, dHead, tile, page, chunk }) =>
      `Bei ${whole(tokens)} Tokens: Breite ${dHead}, FP16, Kacheln zu ${tile}, Seiten zu ${page}, Abschnitte zu ${chunk}, alle Schleifen vollständig ausgeführt.`,
    difference: 'Unterschied: der größte Unterschied zur Ausgabe von „Einfach“.',
    run: (tokens) => `Mit ${whole(tokens)} Tokens rechnen`,
    again: 'Noch einmal rechnen',
    cancel: 'Abbrechen',
    running: (name, at, of) => `„${name}“ läuft: ${at} von ${of}`,
    progress: 'Fortschritt der langen Rechnung',
    cancelled: 'Abgebrochen.',
    finished: (tokens) => `Alle fünf sind mit ${whole(tokens)} Tokens gelaufen.`,
    notYet: 'noch offen',
    duration: 'Das dauert einige Sekunden.',
  },

  controls: {
    back: 'Zurück',
    next: (what) => `Weiter: ${what}`,
    end: 'Weiter',
    nextToken: (tokens) => `Token ${tokens}`,
    nextChunk: (tokens) => `Tokens ${tokens}`,
    nextKeys: keysIn,
    nextQueries: (queries) => `Querys ${queries}`,
    step: {
      plain: 'Durchgang',
      tiled: 'Kachel',
      cached: 'Token',
      paged: 'Token',
      chunked: 'Abschnitt',
    },
    tile: 'Tokens pro Kachel',
    page: 'Tokens pro Seite',
    chunk: 'Tokens pro Abschnitt',
    row: 'Zeile',
    head: 'Kopf',
    tokens: (min, max) => `Deine Wörter, ${min} bis ${max}`,
    count: (min, max) => `${min} bis ${max} Wörter`,
  },

  predict: {
    ask: ({ tokens, tile }) =>
      `Bei ${whole(tokens)} Tokens hat ein Kopf ${whole(tokens)} × ${whole(tokens)} Scores. Wie viele Bytes überträgt „Einfach“ im Vergleich zu „Kacheln“ von ${tile} × ${tile}?`,
    options: {
      1: 'genauso viele',
      2: 'etwa 2-mal so viele',
      4: 'etwa 4-mal so viele',
      16: 'etwa 16-mal so viele',
    },
    verdict: (plain, tiled, ratio) =>
      `„Einfach“ überträgt ${plain}, „Kacheln“ ${tiled}. Bei „Einfach“ sind es ${ratio}-mal so viele Bytes, für dieselbe Ausgabe.`,
    waiting: 'Die Antwort siehst du, wenn „Einfach“ und „Kacheln“ gelaufen sind.',
  },

  caption: {
    same: (difference, bound): Text =>
      html`Alle fünf geben dieselbe Ausgabe: größter Unterschied <b>${anySize(difference)}</b>;
        durch Rundung sind bis zu ${anySize(bound)} möglich.`,
    traffic: (plain, tiled): Text =>
      html`Verschieden ist, wie viele Bytes übertragen werden: Bei „Einfach“ sind es ${plain} pro
        Kopf, bei „Kacheln“ <b>${tiled}</b>.`,
    longTraffic: (tokens, plain, tiled): Text =>
      html`Verschieden ist, wie viele Bytes übertragen werden: Mit ${whole(tokens)} Tokens sind es
        bei „Einfach“ ${plain} pro Kopf, bei „Kacheln“ <b>${tiled}</b>.`,
    origin: (seed) => `Die Parameter sind zufällig, mit Seed ${seed}.`,
  },

  describe: {
    sizes: (tokens, width) =>
      `${tokens}: ein Kopf der Breite ${width}, kausal, in fünf Reihenfolgen berechnet.`,
    total: (name, read, written) =>
      `„${name}“ liest ${bytes(read)} und schreibt ${bytes(written)}.`,
    held: (count) => `Der schnelle Speicher enthält höchstens ${bytes(count)}.`,
    move: (name, isRead, count) =>
      `${isRead ? 'Gelesen' : 'Geschrieben'}: ${name}, ${bytes(count)}.`,
    row: (token, max, sum) => `Zeile ${token} hat das Maximum ${max} und die Summe ${sum}.`,
  },
  table: {
    traffic: 'Was ein Kopf überträgt',
    schedule: 'Reihenfolge',
    steps: 'Schritte dieser Reihenfolge',
    step: 'Schritt',
    columns: {
      queries: 'Querys',
      keys: 'Keys',
      read: 'gelesen',
      written: 'geschrieben',
      multiplications: 'Multiplikationen',
      held: 'schneller Speicher',
    },
  },
  problems: {
    failed: 'Die lange Rechnung ist fehlgeschlagen.',
  },
};
