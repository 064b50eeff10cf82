import { html } from 'lit';
import { inWords } from '../../../lib/german-number.js';
import { fixed, plain, share, unit } from '../../../lib/numbers.js';
import { word } from '../../../ui/word.js';
import type { english } from './english.js';

const nats = (value: number) => unit(fixed(value), 'nat');
const heads = (n: number) => `${n} ${n === 1 ? 'Kopf' : 'Köpfe'}`;

/** The words of the sandbox, in German. */
export const german: typeof english = {
  sentence: {
    label: 'Wähle das Query-Wort',
    beside: (token, heads) =>
      html`${word(token)} ist die Query. Unter jedem Wort:
      ${heads === 1 ? 'sein Gewicht im Kopf' : `sein Gewicht in jedem der ${inWords(heads)} Köpfe`}.
      Die Gewichte eines Kopfes ergeben zusammen 1; Gewichte unter 0.05 sind weggelassen.`,
    edit: 'Satz bearbeiten',
    preset: (words) => `${words} Wörter nehmen`,
  },

  maps: {
    question: 'Wohin schaut jeder Kopf?',
    head: (head) => `Kopf ${head}`,
    removed: 'entfernt',
    entropy: (value) => `Entropie ${fixed(value)}`,
    reading: {
      previous: (value) => `${fixed(value)} auf dem Token davor`,
      self: (value) => `${fixed(value)} auf sich selbst`,
      first: (value) => `${fixed(value)} auf dem ersten Token`,
      duplicate: (value) => `${fixed(value)} auf demselben Wort weiter vorn`,
      induction: (value) => `${fixed(value)} auf dem Token nach demselben Wort weiter vorn`,
      key: (value, token) => html`${fixed(value)} auf ${word(token)}`,
    },
    name: (head) =>
      `Gewichte von Kopf ${head}: Zeilen sind Querys, Spalten sind Keys. Mit der Eingabetaste hältst du eine Zelle fest.`,
    tabs: 'Köpfe',
    key: 'Anteil an der Attention einer Query. Zeilen sind Querys, Spalten sind Keys. Gewichte ab 0.10 stehen in der Zelle.',
    keyAll: 'Anteil an der Attention einer Query. Zeilen sind Querys, Spalten sind Keys.',
    keyDense:
      'Anteil an der Attention einer Query. Zeilen sind Querys, Spalten sind Keys. Die Zellen sind zu klein für Zahlen: Wähle eine, um ihr Gewicht zu sehen.',
    layer: (count, dHead, dModel) =>
      `${heads(count)}, ${count > 1 ? 'je ' : ''}${dHead} breit; ${dModel} Zahlen pro Token.`,
    origin: {
      trained: (seed, seeds) =>
        `Trainiert mit dem Code dieser Seite. Seed ${seed} wurde aus ${seeds} Seeds ausgewählt, weil seine Köpfe am leichtesten zu lesen sind.`,
      random: (seed) => `Zufällige Parameter, Seed ${seed}: Kein Kopf hat etwas gelernt.`,
    },
    change: 'Schicht ändern',
    close: 'Schließen',
  },
  trained: {
    sentence: (token) => html`Bei ${word(token)} sagt das Modell vorher`,
    noQuestion: (token) =>
      html`Bei ${word(token)} sagt das Modell nichts vorher: Mit solchen Sätzen wurde es nicht
      trainiert.`,
    relation: (name) => trainedRelations[name] ?? name,
    lost: (name, before, after) =>
      html`<span class="unbroken"
        >${name === 'it' ? '„it“' : (trainedRelations[name] ?? name)} ${fixed(before)} →
        ${fixed(after)}</span
      >`,
    answer: (answer, probability) => html`${word(answer)} ${share(probability)}`,
    right: 'richtig:',
    wrong: 'falsch:',
    correct: (wanted, probability) => html`richtig: ${word(wanted)} ${share(probability)}`,
    without: (lost) =>
      lost.length === 0
        ? 'Ohne ihn ändert sich wenig.'
        : html`Ohne ihn: ${lost.map((each, i) => (i === 0 ? each : html`, ${each}`))}`,
    measuring: 'Die Genauigkeit ohne ihn wird gemessen.',
    unmeasured: 'Mit diesem Experiment nicht gemessen.',
    measured:
      '„Ohne ihn“ vergleicht die Genauigkeit mit und ohne den Kopf, an 512 Sätzen, die im Training nicht vorkamen.',
  },

  detail: {
    views: 'Was von diesem Kopf gezeigt wird',
    why: 'Warum dieses Gewicht',
    matrices: {
      wq: 'W_Q',
      wk: 'W_K',
      wv: 'W_V',
      wo: 'W_O',
      mask: 'Maske',
      q: 'Q',
      k: 'K',
      v: 'V',
      scores: 'Scores',
      maskedScores: 'Maskierte Scores',
      weights: 'Gewichte',
      heads: 'Ausgabe',
    },
    editMap: 'Um eine Zahl zu ändern, zieh sie seitwärts oder drück Plus oder Minus.',
    cell: (row, column, value) => `Zeile ${row}, Spalte ${column}: ${value}`,
    title: (head, query, key, weight) =>
      html`Kopf ${head}: Warum gibt ${word(query)} dem Key ${word(key)} ein Gewicht von
      ${share(weight)}?`,
    whole: (head, matrix) => `Kopf ${head}: ${matrix}`,
    shape: (rows, columns) => `${rows} × ${columns}`,
    multiply: 'Query und Key Zahl für Zahl multiplizieren, addieren',
    divideBy: (root) => `, durch √${root} teilen`,
    q: (token) => html`q von ${word(token)}`,
    k: (token) => html`k von ${word(token)}`,
    product: 'q × k',
    sum: 'Summe',
    and: 'und',
    softmax: (n) =>
      n === 1
        ? 'Softmax über den einen Score dieser Zeile'
        : `Softmax über die ${inWords(n)} Scores dieser Zeile`,
    columns: {
      key: 'Key',
      score: 'Score',
      exp: (max) => `exp(Score − ${max.startsWith('−') ? `(${max})` : max})`,
      weight: 'Gewicht',
    },
    hidden: 'verdeckt',
    changedScore: (score) => html`von dir geändert in <b>${score}</b>`,
    unseen:
      'Diese Query darf keinen Key sehen, also sind alle ihre Gewichte 0. Ein bloßer Softmax ergäbe NaN.',
    number: (token, i, value) => `${token}, Zahl ${i}: ${value}`,
    rounded: 'Nur für die Anzeige gerundet.',
  },

  controls: {
    scale: 'Scores teilen durch',
    causal: 'Spätere Keys verdecken',
    output: 'Ausgabeprojektion',
    tie: 'Alle Köpfe gleichsetzen',
    combine: 'Köpfe zusammenführen',
    concat: 'nebeneinander',
    sum: 'addiert',
    headsInUse: 'Aktive Köpfe',
  },
  effects: {
    scale: (before, after, on) =>
      on ? `Entropie ${fixed(before)} → ${nats(after)}.` : `Entropie im Mittel ${nats(after)}.`,
    causal: (before, after, on) =>
      on
        ? `Gewicht auf späteren Keys ${fixed(before)} → ${fixed(after)}.`
        : `Gewicht auf späteren Keys ${fixed(after)}.`,
    output: (before, after, on, head) =>
      on
        ? `Ausgabespalten, die Kopf ${head} erreicht: ${before} → ${after}.`
        : `Kopf ${head} erreicht ${after} ${after === 1 ? 'Spalte' : 'Spalten'} der Ausgabe.`,
    tie: (before, after, on) =>
      on
        ? `Abstand der Köpfe ${fixed(before)} → ${nats(after)}.`
        : `Abstand der Köpfe ${nats(after)}.`,
    combine: (before, after, on) =>
      on ? `Zahlen pro Token vor W_O: ${before} → ${after}.` : `${after} Zahlen pro Token vor W_O.`,
    kv: (before, after, on) =>
      on ? `Zahlen in K und V: ${before} → ${after}.` : `${after} Zahlen in K und V.`,
    removed: (_before, after, on) =>
      on
        ? `Die Ausgabe hat sich im Mittel um ${fixed(after)} geändert.`
        : 'Jeder Kopf schreibt in die Ausgabe.',
  },

  predict: {
    ask: {
      tie: (heads, now) =>
        `Gib ${heads === 2 ? 'beiden' : `allen ${inWords(heads)}`} Köpfen die Parameter von Kopf 0. Ihr mittlerer Abstand ist jetzt ${nats(now)}. Wie groß wird er?`,
      causal: (token, head, now) =>
        html`Verdecke alle späteren Keys. In Kopf ${head} gibt das erste Wort ${word(token)} sich
        selbst jetzt ein Gewicht von ${fixed(now)}. Wie groß wird es?`,
      'scale-none': (dHead, now) =>
        `Teile die Scores nicht: Sie werden √${dHead}-mal so groß. Die Entropie ist jetzt ${nats(now)}. Wie groß wird sie?`,
      'scale-sqrt-d-model': (dModel, now) =>
        `Teile durch √${dModel}, die ganze Breite. Die Entropie ist jetzt ${nats(now)}. Wie groß wird sie?`,
      combine: (heads, dHead) =>
        `Addiere die ${inWords(heads)} Köpfe der Breite ${dHead}. Wie viele Zahlen pro Token bleiben übrig?`,
      output: (head, columns) =>
        `Lass W_O weg. Die Ausgabe hat ${columns} Spalten. Wie viele davon kann Kopf ${head} noch erreichen?`,
    },
    act: {
      tie: 'Köpfe gleichsetzen',
      causal: 'Spätere Keys verdecken',
      'scale-none': 'Nicht teilen',
      'scale-sqrt-d-model': 'Durch √d_model teilen',
      combine: 'Köpfe addieren',
      output: 'W_O weglassen',
    },
    options: {
      zero: '0',
      half: 'etwa halb so groß',
      same: 'etwa gleich groß',
      lower: 'kleiner',
      higher: 'größer',
      more: 'größer, aber nicht 1',
      one: '1',
    },
    verdict: {
      tie: (before, after) =>
        `Abstand der Köpfe ${fixed(before)} → ${nats(after)}. Köpfe mit gleichen Parametern haben dasselbe Muster.`,
      causal: (before, after) =>
        `${fixed(before)} → ${fixed(after)}. Das erste Wort sieht nur einen Key, und ein Softmax über einen Key ist 1.`,
      'scale-none': (before, after) =>
        `Entropie ${fixed(before)} → ${nats(after)}. Je größer die Scores, desto mehr Gewicht gibt der Softmax einem einzigen Key.`,
      'scale-sqrt-d-model': (before, after) =>
        `Entropie ${fixed(before)} → ${nats(after)}. Kleinere Scores liegen näher beieinander, und damit auch die Gewichte.`,
      combine: (before, after) =>
        `${before} → ${after} Zahlen. Eine Summe ist nur so breit wie ein Kopf: Man sieht nicht mehr, von welchem Kopf eine Zahl kommt.`,
      output: (before, after) =>
        `${before} → ${after} Spalten. Ohne W_O schreibt ein Kopf nur in seine eigenen Spalten.`,
    },
  },
  caption: {
    one: 'Ein Kopf hat einen Softmax, jedes Wort also ein Muster. Nimm einen Kopf dazu, um zu vergleichen.',
    oneToken: 'Es gibt nur einen Key, also gibt ihm jeder Kopf ein Gewicht von 1.',
    two: (mean) =>
      html`Die beiden Köpfe unterscheiden sich um <b>${mean} nat</b> (Jensen–Shannon; 0: gleich,
        0.69: nichts gemeinsam).`,
    many: (mean, most, mostBy, least, leastBy) =>
      html`Zwei Köpfe unterscheiden sich im Mittel um <b>${mean} nat</b> (Jensen–Shannon; 0: gleich,
        0.69: nichts gemeinsam). Am meisten die Köpfe ${most}, ${mostBy}; am wenigsten die Köpfe
        ${least}, ${leastBy}.`,
    tied: (mean) =>
      html`Zwei Köpfe unterscheiden sich um <b>${mean} nat</b>: Alle haben das Muster von Kopf 0.`,
    pair: (a, b) => `${a} und ${b}`,
  },

  problems: {
    kvTitle: (heads, kvHeads) =>
      `${heads} Köpfe können sich ${kvHeads} Key/Value-Köpfe nicht teilen.`,
    kv: (heads, kvHeads, quotient) =>
      `${heads} ÷ ${kvHeads} = ${plain(quotient)}, aber jeder Key/Value-Kopf muss von gleich vielen Query-Köpfen gelesen werden.`,
    useRandom: 'Zufällige Parameter nehmen',
    untrainedTitle: 'Die trainierten Parameter ließen sich nicht laden. Diese sind zufällig.',
    unknownTitle: (tokens) =>
      html`Das trainierte Modell kennt
      ${tokens.map((token, i) => html`${i > 0 ? ', ' : ''}„${word(token)}“`)} nicht.`,
    unknown: (known) =>
      `Es wurde mit ${known} Wörtern trainiert. Die Abbildung zeigt noch den vorigen Satz, bis dein Satz nur solche Wörter hat.`,
    punctuation: (known) =>
      `Es wurde mit ${known} Wörtern ohne Satzzeichen trainiert. Die Abbildung zeigt noch den vorigen Satz, bis du die Satzzeichen weglässt.`,
    dropPunctuation: 'Satzzeichen weglassen',
    longTitle: (n) => `${n} Wörter sind zu viele für das trainierte Modell.`,
    long: (most) =>
      `Es hat ${most} Positions-Embeddings. Lass Wörter weg, oder nimm zufällige Parameter: Damit gehen bis zu 64.`,
  },
  describe: {
    sentence: (tokens, n, count, dHead) =>
      `${n} ${n === 1 ? 'Token' : 'Tokens'}: ${tokens}. ${heads(count)}, ${count === 1 ? '' : 'je '}${dHead} breit.`,
    settings: {
      causal: 'Spätere Keys sind verdeckt.',
      tie: 'Jeder Kopf hat die Parameter von Kopf 0.',
      'sqrt-d-model': 'Scores sind durch die Wurzel aus d_model geteilt.',
      none: 'Scores sind nicht geteilt.',
      sum: 'Köpfe sind addiert.',
      output: 'Es gibt keine Ausgabeprojektion.',
    },
    query: (token, index) => `Die Query ist „${token}“, Token ${index}.`,
    head: (head, entropy, keys) => `Kopf ${head}, Entropie ${fixed(entropy)}: ${keys}.`,
    key: (weight, token, index) => `${share(weight)} auf „${token}“ ${index}`,
    origin: {
      trained: (seed, seeds) =>
        `Embeddings und Parameter sind trainiert, mit Seed ${seed}, ausgewählt aus ${seeds} Seeds.`,
      random: (seed) => `Embeddings und Parameter sind zufällig, mit Seed ${seed}.`,
    },
    predictions: (answers) => `Dort sagt das Modell vorher: ${answers.join(', ')}.`,
    answer: (relation, answer, probability, wanted) =>
      `${trainedRelations[relation] ?? relation} „${answer}“ ${share(probability)}${answer === wanted ? '' : `, was falsch ist: Es ist „${wanted}“`}`,
    distance: (mean) => `Zwei Köpfe unterscheiden sich im Mittel um ${fixed(mean)} nat.`,
  },
};

/** What the model's relations are called. */
const trainedRelations: Readonly<Record<string, string>> = {
  next: 'nächstes Wort',
  'word before': 'Wort davor',
  subject: 'Subjekt',
  object: 'Objekt',
  it: '„it“ meint',
};
