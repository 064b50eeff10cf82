import { html, type TemplateResult } from 'lit';
import { whole } from '../../../lib/german-number.js';
import type { Alignment } from '../alignment.js';
import type { Tab } from '../presets.js';
import type { english } from './english.js';
import { listIn } from '../../../lib/listed.js';
import { counted, plural } from '../../../lib/numbers.js';

type Text = string | TemplateResult;

const minusInfinity = html`<span dir="ltr">−∞</span>`;
const billion = html`<span dir="ltr">−10<sup>9</sup></span>`;

/** a, b und c */
const listed = listIn('de');

export const german: typeof english = {
  question: 'Welche Keys darf jede Query sehen?',
  head: (head) => `Kopf ${head}`,

  presets: {
    name: 'Fertige Masken',
    title: {
      none: 'Keine',
      causal: 'Kausal',
      lengths: 'Längen',
      cross: 'Cross-Attention',
      alibi: 'ALiBi',
    } satisfies Record<Tab, string>,
    about: {
      none: () => 'jede Query, jeder Key',
      causal: () => 'keine späteren Keys',
      lengths: (length) =>
        length === 1
          ? 'Key 0 ist ein Wort, danach Padding'
          : `Keys 0–${length - 1} sind Wörter, danach Padding`,
      cross: () => 'Keys eines anderen Satzes',
      alibi: () => 'minus Steigung × Abstand',
    },
  },

  editor: {
    title: 'Deine Maske',
    added: 'wird in jedem Kopf zu jedem Score addiert',
    addedTo: (head) =>
      `wird in Kopf ${head} zu den Scores addiert: Jeder Kopf hat seine eigene Steigung`,
    waits: 'nicht angewendet: Alle Paare sind sichtbar',
    cell: (query, key, value, seen) =>
      `${query} zu ${key}: ${value}, ${seen ? 'sichtbar' : 'verdeckt'}`,
    how: () =>
      html`<b>Zieh über Zellen</b>, um sie zu verdecken oder wieder zu zeigen: Die erste Zelle
        entscheidet. Mit der Tastatur: Pfeiltasten zum Bewegen, Umschalttaste zum Erweitern,
        Leertaste zum Verdecken oder Zeigen.`,
    count: (all, preset, ofPreset, hidden, shown) => {
      const edits = [
        ...(hidden > 0 ? [`${hidden} verdeckt`] : []),
        ...(shown > 0 ? [`${shown} zusätzlich gezeigt`] : []),
      ];
      const edited = edits.length > 0 ? `, und du hast ${edits.join(' und ')}` : '';
      return `von ${all} Paaren sichtbar; „${preset}“ hat ${ofPreset}${edited}.`;
    },
    undo: 'Rückgängig',
    redo: 'Wiederholen',
    nothingToUndo: 'Rückgängig: noch nichts geändert',
    nothingToRedo: 'Wiederholen: noch nichts rückgängig gemacht',
  },

  maps: {
    heads: 'Köpfe',
    entropy: (entropy) => `Entropie ${entropy}`,
    sum: 'Summe',
    key: 'Anteil an der Attention einer Query; ein kurzer Strich bedeutet verdeckt, und das ist nicht dasselbe wie 0',
  },

  panel: {
    title: {
      none: (head, query) => `Kopf ${head}: Was passiert mit „${query}“, wenn Keys verdeckt sind?`,
      causal: (head, query) =>
        `Kopf ${head}: Was passiert mit „${query}“, wenn spätere Keys verdeckt sind?`,
      lengths: (head, query) =>
        `Kopf ${head}: Was passiert mit „${query}“, wenn das Padding verdeckt ist?`,
      cross: (head, query) => `Kopf ${head}: Was liest „${query}“ im anderen Satz?`,
      alibi: (head, query) =>
        `Kopf ${head}: Was passiert mit „${query}“, wenn weit entfernte Keys kleinere Scores bekommen?`,
    },
    table: (head, query) => `Vom Score zum Gewicht: Kopf ${head}, „${query}“`,
    columns: {
      key: 'Key',
      score: 'Score',
      mask: 'Maske',
      sum: 'Score + Maske',
      bars: 'Gewichte als Balken',
      before: 'vorher',
      after: 'nachher',
    },
    why: () =>
      html`Die Maske wird <b>vor</b> dem Softmax addiert. Verdeckte Keys werden nicht erst danach
        auf 0 gesetzt. Ihre Potenz von e ist 0, also tragen sie zur Summe der Potenzen nichts bei.
        Ihr Gewicht verteilt sich auf die anderen Keys.`,
    wait: 'Sag unten vorher, was das mit den anderen Gewichten macht. Dann füllen sich beide Spalten.',
    bars: 'Grau ist das Gewicht ohne Maske, die Farbe des Kopfes zeigt das Gewicht mit Maske. Die Gewichte kommen vom Kern; gerundet wird nur für die Anzeige.',
    nothingHidden: (query) =>
      html`Für ${query} ist kein Key verdeckt, also sind die Gewichte wie vorher.`,
    nothingLeft: (query) =>
      html`Für ${query} ist jeder Key verdeckt: Es gibt nichts mehr zu verteilen.`,
    nearer: (query) =>
      html`ALiBi senkt jeden Score von ${query} um eine Steigung mal den Abstand, also bekommen nahe
      Keys mehr Gewicht und ferne weniger. ALiBi hat keine Parameter.`,
    isHidden: (query, key, lost) =>
      html`${key} ist für ${query} verdeckt. Vorher legte ${query} ein Gewicht von
        <b>${lost}</b> auf Keys, die jetzt verdeckt sind. Es verteilt sich auf die anderen.`,
    shared: (query, key, lost, quotient, after) =>
      html`Vorher legte ${query} ein Gewicht von <b>${lost}</b> auf Keys, die jetzt verdeckt sind.
        Jetzt hat ${key} <span dir="ltr">${quotient} = <b>${after}</b></span
        >.`,
  },

  others: {
    title: 'Dieselben Köpfe mit den anderen Masken',
    about: {
      none: (tokens) => `alle ${counted(tokens, 'Wort', 'Wörter')}`,
      lengths: (length) => `ab Key ${length} nur Padding`,
      cross: (context) => `Keys: ${context}`,
      alibi: (slopes) => `Steigungen ${slopes.join(', ')}`,
    },
  },

  alignment: {
    title: (cached, newest) =>
      cached === 0
        ? `${plural(newest, 'Ein Wort kommt', `Alle ${newest} Wörter kommen`)} auf einmal: Wo beginnt das Dreieck?`
        : `${counted(cached, 'Wort liegt', 'Wörter liegen')} im Cache, ${counted(newest, 'kommt', 'kommen')} dazu: Wo beginnt das Dreieck?`,
    sizes: (queries, keys) =>
      `T = ${counted(queries, 'Query', 'Querys')}, S = ${counted(keys, 'Key', 'Keys')}. Das blasse Dreieck ist die Maske des ganzen Satzes; der Rahmen zeigt die Zeilen, die diese Querys verwenden.`,
    newest: 'Neue Wörter',
    name: { 'top-left': 'Oben links', 'bottom-right': 'Unten rechts' } satisfies Record<
      Alignment,
      string
    >,
    rule: {
      'top-left': 'Query t sieht Keys 0 … t: PyTorchs Funktion mit is_causal=True',
      'bottom-right': 'Query t sieht Keys 0 … t + (S − T): was ein Cache braucht',
    },
    ghost: {
      'top-left': (queries) =>
        `Die ${plural(queries, 'erste Zeile', `ersten ${queries} Zeilen`)} des Dreiecks`,
      'bottom-right': (queries) =>
        `Die ${plural(queries, 'letzte Zeile', `letzten ${queries} Zeilen`)} des Dreiecks`,
    },
    wrong: (difference, largest) =>
      html`<b>Hier falsch.</b> Jedes neue Wort sieht zu wenige Keys: Es sieht nicht einmal sich
        selbst. Die Ausgaben weichen um bis zu <b>${difference}</b> von denen des ganzen Satzes ab;
        die größte Ausgabe ist ${largest}. Eine Fehlermeldung gibt es nicht: Die Shapes stimmen.`,
    right: (queries, difference, cached, isWhole): Text =>
      html`<b
          >Dasselbe wie ${plural(queries, 'die letzte Zeile', `die letzten ${queries} Zeilen`)} des
          ganzen Satzes:</b
        >
        größter Unterschied ${difference}, und ${cached}, wenn mit dem Cache gerechnet wird.
        ${isWhole ? 'Bei T = S sind beide gleich, also kann dieser Test den Fehler nicht finden.' : 'Bei T = S sind beide gleich, also würde ein Test mit einem ganzen Satz diesen Fehler nicht finden.'}`,
    tooMany: (queries, keys, bottomRight, topLeft) =>
      queries === keys
        ? `Bei T = S = ${queries} sieht jede Query mindestens einen Key.`
        : `Bei mehr Querys als Keys (T = ${queries}, S = ${keys}) hat „Unten rechts“ dieses Problem: ${plural(bottomRight, 'Die erste Query sieht', `Die ersten ${bottomRight} Querys sehen`)} keinen Key und ${plural(bottomRight, 'bekommt', 'bekommen')} Nullen. Bei „Oben links“ ${topLeft === 0 ? 'sieht jede Query mindestens einen Key' : `passiert das bei ${topLeft}`}.`,
  },

  emptyRow: {
    title: (query) => html`Eine Zeile ohne Keys: Was bekommt ${query}?`,
    isEmpty: (head) => `Alle Keys sind verdeckt. Kopf ${head}, auf drei Arten berechnet:`,
    wouldBe: (head) =>
      `Das käme heraus, wenn du alle Keys verdecken würdest. Kopf ${head}, auf drei Arten berechnet:`,
    table: (query) => `„${query}“ ohne Keys, auf drei Arten berechnet`,
    method: 'Methode',
    weights: (keys) => `Gewichte auf ${counted(keys, 'Key', 'Keys')}`,
    ways: () => [
      html`${minusInfinity}, leere Zeile = 0`,
      html`${minusInfinity}, Softmax`,
      html`${billion}`,
    ],
    spoken: ['mit der Regel für leere Zeilen', 'nur Softmax', 'minus eine Milliarde'],
    sentence: (keys) =>
      html`Diese Schicht nimmt die erste Art: Gewichte 0, Ausgabe 0. NaN breitet sich in alle
      späteren Schichten aus. ${billion} sieht sicher aus, aber in float32 geht der Score beim
      Addieren verloren:
      ${plural(keys, 'Der eine Key bekommt das Gewicht 1, obwohl er verdeckt ist', `Alle ${keys} Keys bekommen gleiche Gewichte, obwohl sie verdeckt sind`)}.`,
  },

  dropout: {
    title: 'Dropout: Welche Gewichte fallen diesmal weg?',
    rate: 'Rate',
    seeds: 'Seeds',
    twoSeeds: 'zwei ganze Zahlen (zum Beispiel 1, 2)',
    about: (head, kept) =>
      `Kopf ${head}, kausal. Ein weggefallenes Gewicht ist eine echte 0; die übrigen werden durch ${kept} geteilt.`,
    none: 'Ohne Dropout',
    allOne: 'Summe jeder Zeile: 1',
    sums: 'rechts: Summe der Zeile',
    another: 'andere Gewichte fallen weg',
    again: (difference) =>
      html`Beim gleichen Seed fallen dieselben Gewichte weg: Eine zweite Rechnung unterscheidet sich
        um <b>${difference}</b>. Die Summen der Zeilen sind nicht mehr 1.`,
    counting: 'Der Mittelwert aus vielen Ziehungen wird gerade berechnet.',
    mean: (draws, difference) =>
      html`Der Mittelwert aus ${whole(draws)} Ziehungen weicht höchstens um <b>${difference}</b> vom
        ersten Bild ab.`,
    off: 'Dropout gehört nur ins Training: Schalte ihn aus, wenn das Modell benutzt wird.',
  },

  controls: {
    queries: 'Querys',
    keysFrom: 'Keys aus',
    keys: { same: 'demselben Satz', another: 'einem anderen' },
    context: 'Der andere Satz',
    length: 'Keys, die Wörter sind',
    pairs: 'Sichtbare Paare',
    all: 'alle',
    asEdited: (pairs) => `mit der Maske: ${pairs}`,
    copyMask: 'Diese Maske als Code kopieren',
    copied: 'Kopiert.',
    copyByHand: 'Kopiere diese Maske:',
    tooMany: (count, most) => `${count} Wörter sind zu viele: höchstens ${most}.`,
  },

  predict: {
    ask: 'Du verdeckst einen Key einer Query. Was passiert mit ihren Gewichten auf den anderen Keys?',
    act: 'Vorher und nachher vergleichen',
    options: {
      same: 'Sie bleiben gleich',
      grow: 'Sie werden größer',
      mixed: 'Manche werden größer, manche kleiner',
    },
    verdict:
      'Wird ein Key vor dem Softmax verdeckt, werden die Gewichte auf den anderen größer, nie kleiner.',
  },

  caption: {
    waits: (all) =>
      html`Die Maske wird nicht angewendet: Alle <b>${all}</b> Paare sind sichtbar. Schalte sie ein,
        um ihre Wirkung zu sehen.`,
    found: (all, seen, blind, heads, isSilent, isBiased) =>
      html`Von ${all} Paaren ${plural(seen, 'ist', 'sind')} <b>${seen}</b> sichtbar.
        ${
          blind.length === 0
            ? 'Jede Query behält mindestens einen Key, also ist die Summe jeder Zeile von Gewichten 1.'
            : html`<i class="word">${listed(blind)}</i> ${plural(blind.length, 'sieht', 'sehen')}
                keinen Key: Die Gewichte sind in allen ${heads} Köpfen
                0${isSilent ? ', und die Ausgabe auch' : ''}.`
        }
        ${isBiased ? 'ALiBi senkt die Scores ferner Keys, in jedem Kopf mit einer anderen Steigung.' : 'Die Scores der sichtbaren Paare haben sich nicht geändert. Die Maske gilt in jedem Kopf.'}`,
  },

  table: {
    corner: 'Query',
    mask: (head) => `Was in Kopf ${head} zu den Scores addiert wird`,
    weights: (head) => `Kopf ${head}: Gewichte mit der Maske`,
  },

  describe: {
    mask: (tokens, keys, preset, seen, all) =>
      `Querys: „${tokens}“. Keys: „${keys}“. Die Maske ist „${preset}“; ${seen} von ${all} Paaren ${plural(seen, 'ist', 'sind')} sichtbar.`,
    waits: 'Die Maske wird nicht angewendet.',
    blind: (tokens) => `Ohne Key: ${listed(tokens)}; dort sind die Gewichte 0.`,
    head: (head, entropy) => `Kopf ${head} hat im Mittel eine Entropie von ${entropy} nat.`,
    row: (head, query) => `Kopf ${head} bei „${query}“:`,
    hidden: (key) => `${key} ist verdeckt;`,
    weight: (key, score, weight) => `${key}: Score ${score}, Gewicht ${weight};`,
    alignments: (queries, keys, topLeft, bottomRight) =>
      `Bei ${counted(queries, 'Query', 'Querys')} und ${keys} Keys ändert eine kausale Maske, oben links ausgerichtet, die Ausgaben um bis zu ${topLeft}, unten rechts ausgerichtet um ${bottomRight}.`,
    emptyRow: (query, sums) =>
      `Ohne Keys ergeben die Gewichte von „${query}“ zusammen ${sums[0]} mit der Regel für leere Zeilen, ${sums[1]} nur mit Softmax und ${sums[2]} mit minus einer Milliarde.`,
  },

  problems: {
    unknownTitle: (unknown) =>
      `Das Modell kennt ${listed(unknown.map((token) => `„${token}“`))} nicht.`,
    unknown: (vocabulary) =>
      `Es kennt nur wenige Wörter: ${vocabulary.slice(3, 27).join(', ')} … Die Abbildung zeigt noch den vorigen Satz.`,
    useSentence: 'Den Satz der Lektion nehmen',
  },
};
