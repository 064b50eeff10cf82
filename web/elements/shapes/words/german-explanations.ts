import type { PatternRun, ShapeVerdict } from '../../../../emscripten/package/index.js';

/** The questions of shape checks in German, by stage. */
export const questions: Readonly<Record<string, string>> = {
  projection: 'Welche Shape hat x @ W_Q, bevor die Köpfe aufgeteilt werden?',
  output: 'Welche Shape hat die Ausgabe der Schicht?',
  'feed-forward-hidden': 'Welche Shape hat die verborgene Schicht des Feed-Forward-Netzes?',
  'feed-forward': 'Welche Shape hat die Ausgabe des Feed-Forward-Netzes?',
  'split-heads': 'Welche Shape hat q nach Reshape und Transponieren?',
  'reshape-heads': 'Welche Shape hat q nach dem Reshape, bevor etwas transponiert wird?',
  'transpose-back': 'Welche Shape haben die Köpfe, nachdem sie zurücktransponiert sind?',
  'merge-heads': 'Welche Shape haben die nebeneinandergesetzten Köpfe, vor W_O?',
  scores: 'Welche Shape haben die Scores aller Köpfe?',
  'transposed-keys':
    'q wird mit k multipliziert, dessen letzte zwei Achsen vertauscht sind. Welche Shape hat dieses k?',
  weights: 'T Querys lesen S Keys einer anderen Sequenz. Welche Shape haben die Gewichte?',
  heads: 'Welche Shape haben die Köpfe, das Ergebnis von weights @ v?',
  'cross-scores': 'T Querys lesen S Keys einer anderen Sequenz. Welche Shape haben die Scores?',
  'masked-scores':
    'Eine Maske mit T Zeilen und S Spalten verdeckt Keys in allen Köpfen. Welche Shape haben die maskierten Scores?',
  'grouped-keys':
    'H Query-Köpfe teilen sich G Key-Köpfe. Welche Shape hat k nach Reshape und Transponieren?',
  'repeated-keys': 'H Query-Köpfe teilen sich G Key-Köpfe. Welche Shape hat k nach np.repeat?',
  'cached-keys':
    'Der Cache bekommt T Tokens auf einmal, dann n weitere einzeln. Welche Shape haben seine Keys?',
  'cached-step': 'T Tokens sind im Cache, und eines kommt hinzu. Welche Shape hat die Ausgabe?',
  'summed-heads':
    'Aus Versehen werden die Köpfe addiert statt nebeneinandergesetzt. Welche Shape hat die Summe?',
  'heads-in-batch': 'Die Köpfe werden mit der Batch-Achse zusammengelegt. Welche Shape hat q?',
  'scores-in-batch':
    'Die Köpfe werden mit der Batch-Achse zusammengelegt, und T Querys lesen S Keys. Welche Shape haben die Scores?',
  'lens-in-batch':
    'Jede Sequenz hat eine gültige Länge, und die Köpfe werden mit der Batch-Achse zusammengelegt. Welche Shape haben die Längen nach np.repeat?',
  'mask-in-batch':
    'Aus den Längen wird eine Maske für Scores der Shape (B*H, T, S), dieselbe für alle T Querys. Welche Shape hat sie?',
  'latent-cache': 'Latente Attention hat T Tokens gelesen. Welche Shape hat ihr Cache?',
};

/** What each axis is for. */
const meanings: Readonly<Record<string, string>> = {
  B: 'die Sequenzen des Batches',
  T: 'die Tokens',
  S: 'die Keys',
  n: 'die neuen Tokens',
  H: 'die Köpfe',
  G: 'die Key/Value-Köpfe',
  d_head: 'die Zahlen eines Kopfes',
  d_model: 'die Zahlen eines Tokens',
  d_ff: 'die Zahlen der verborgenen Schicht',
  d_latent: 'die Zahlen des latenten Vektors',
  d_rope: 'die Zahlen des rotierten Keys',
  'H*d_head': 'die Zahlen aller Köpfe zusammen',
  'B*H': 'jeden Kopf jeder Sequenz',
  'T+n': 'alle Tokens im Cache',
  'd_latent+d_rope': 'den latenten Vektor und den rotierten Key zusammen',
  '1': 'einen einzigen Eintrag',
};

/** As in the package's shape-texts.ts: "{H}" becomes "H = 4"; "{0}" is the first axis. */
const misconceptions: Readonly<Record<string, string | Readonly<Record<string, string>>>> = {
  'merged-too-early':
    'Das ist die Shape einen Schritt später, nach dem Reshape. Eine Transponierung vertauscht nur Achsen, also haben die Köpfe ({H}) noch ihre eigene Achse.',
  'not-reshaped':
    'Die Tokens sind wieder vor den Köpfen, das stimmt. Das Reshape fügt dann die letzten zwei Achsen, {H} und {d_head}, zu einer zusammen.',
  transposed:
    'Bei dir kommt {2} vor {1}. Hier kommt die Kopf-Achse zuerst, damit jeder Kopf seine eigene Matrix hat.',
  'transposed-too-early':
    'Hier kommen die Tokens ({T}) vor den Köpfen ({H}). Deine Reihenfolge, (B, H, T, d_head), braucht die Attention zwischen den beiden Transponierungen.',
  'keys-not-transposed':
    'Das ist k nach dem Aufteilen. Vertauscht man die letzten zwei Achsen, kommt {d_head} vor {T}, und das Produkt mit q summiert über d_head.',
  'scores-for-keys':
    'Das ist die Shape der Scores, des Ergebnisses von q @ k_t. Gefragt ist nach k_t, und dessen Spalten haben {d_head} Zahlen.',
  'split-too-early':
    'Das ist q nach dem Aufteilen. Das Matrixprodukt mit W_Q allein macht keine Kopf-Achse: Die Zahlen aller Köpfe ({H}) sind noch in einer Zeile.',
  'weights-for-result': {
    projection:
      'Das ist die Shape von W_Q selbst. Das Produkt x @ W_Q behält die vorderen Achsen von x: {B} und {T}.',
    'feed-forward-hidden':
      'Das ist die Shape von W_1 selbst. Das Produkt x @ W_1 behält die vorderen Achsen von x: {B} und {T}.',
    'feed-forward':
      'Das ist die Shape von W_2 selbst. Das Produkt hidden @ W_2 behält die vorderen Achsen: {B} und {T}.',
  },
  'not-split':
    'In deiner Antwort sind die Köpfe nebeneinander in einer Achse. Das Aufteilen gibt den Köpfen eine eigene Achse, und jeder Kopf hat {d_head} Zahlen.',
  'not-merged': {
    'merge-heads':
      'In deiner Antwort sind die Köpfe noch getrennt. Nebeneinander bilden {H} Köpfe mit je {d_head} Zahlen eine einzige Achse.',
    output:
      'Das sind die Köpfe, bevor sie nebeneinandergesetzt werden. Die Ausgabe der Schicht ist wieder eine Zeile pro Token, so breit wie x: {d_model}.',
  },
  'one-head-for-all':
    '{d_head} ist die Breite eines Kopfes. W_O liest alle Köpfe und gibt Zeilen zurück, die so breit sind wie x: {d_model}.',
  'heads-not-summed':
    'Das sind die Köpfe vor der Summe. sum(axis=1) addiert die Köpfe, also fällt die Achse mit {H} weg.',
  'missing-token':
    'Die Token-Achse fehlt. Auch ein einzelnes Token ist eine Achse, mit der Größe 1: {B}, dann 1, dann {d_model}.',
  'missing-batch':
    'Die Batch-Achse fehlt. {B} Sequenzen werden zugleich berechnet, und diese Achse bleibt vorn.',
  'missing-heads':
    'Die Kopf-Achse fehlt. {B} Sequenzen werden zugleich berechnet, jede von allen Köpfen, also haben die Köpfe eine eigene Achse.',
  'concatenated-not-summed':
    'Nebeneinander wären die Köpfe H * d_head breit. Eine Summe ist so breit wie ein Kopf: {d_head}.',
  'd-model-for-d-head':
    '{d_model} ist die Breite aller Köpfe zusammen. Ein Kopf ist d_model / H breit, also {d_head}.',
  'hidden-for-output':
    '{d_ff} ist die Breite der verborgenen Schicht. Nach W_2 ist jede Zeile wieder so breit wie ein Token: {d_model}.',
  'output-for-hidden':
    '{d_model} ist die Breite von x und von der Ausgabe. Dazwischen macht W_1 jede Zeile breiter: {d_ff}.',
  'summed-not-concatenated':
    '{d_head} ist die Breite eines Kopfes. Alle Köpfe nebeneinander sind H-mal so breit, mit {H}.',
  'query-heads-for-kv-heads':
    '{H} ist die Zahl der Query-Köpfe. Keys und Values haben weniger Köpfe: {G}.',
  'not-repeated':
    '{G} ist die Zahl der Key-Köpfe vor np.repeat. Danach gibt es für jeden Query-Kopf eine Kopie: {H}.',
  'prompt-only':
    'Der Prompt hat {T} Tokens in den Cache gebracht. Jedes der späteren Tokens ({n}) bringt einen weiteren Key.',
  'new-tokens-only':
    '{n} zählt nur die Tokens, die einzeln kamen. Die Keys des Prompts ({T}) sind noch im Cache.',
  'queries-for-keys': 'Die letzte Achse ist für die Keys ({S}), nicht für die Querys ({T}).',
  'keys-for-queries':
    'Jede Query ist eine Zeile und jeder Key eine Spalte, also kommt {T} vor {S}. In deiner Antwort ist jeder Key eine Zeile.',
  'width-for-keys':
    'Das Produkt von q und k summiert über d_head ({d_head}), also fällt diese Achse weg. Für jede Query und jeden Key bleibt ein Score.',
  'weights-for-heads':
    'Das ist die Shape der Gewichte. Das Produkt weights @ v summiert über die Keys und gibt Zeilen wie die von v, jede mit {d_head} Zahlen.',
  'mask-for-scores':
    'Das ist die Shape der Maske. Durch Broadcasting gilt sie für alle Sequenzen ({B}) und alle Köpfe ({H}), und die Scores behalten ihre Shape.',
  'heads-not-in-batch':
    'In deiner Antwort haben die Köpfe noch ihre eigene Achse. Legt man sie mit dem Batch zusammen, wird aus zwei Achsen eine: {B} mal {H}.',
  'batch-without-heads':
    '{B} zählt die Sequenzen. Mit den Köpfen zusammengelegt kommt jede Sequenz einmal pro Kopf vor: {B} mal {H}.',
  'mask-a-query':
    'Die Achse, die None einfügt, hat die Größe 1. Durch Broadcasting gilt sie für jede Query ({T}), aber die Maske selbst wird nicht größer.',
  'mask-without-queries':
    'Broadcasting vergleicht die Achsen von rechts, also träfe die erste Achse ({0}) auf die Querys ({T}). Eine Achse der Größe 1 dazwischen verhindert das.',
  'whole-sequence':
    '{T} Tokens sind schon im Cache. Nur das neue Token kommt hinein, also kommt nur eine Zeile heraus.',
  'keys-for-latents':
    'Das wären die Keys aller Köpfe ({H}, {d_head}). Der Cache behält nur, woraus sie berechnet werden: {d_latent}, und daneben {d_rope}.',
  'latent-without-rope': 'Auch der rotierte Key ist im Cache: pro Token {d_rope} neben {d_latent}.',
};

/** Why an answer is right or wrong. */
export function explainVerdict(verdict: ShapeVerdict): string {
  const { actual, explanationId, values } = verdict;
  switch (explanationId) {
    case 'right':
      return `${shape(actual)} ist ${shape(values.axes)}.`;
    case 'rank':
      return explainRank(verdict);
    case 'order':
      return `Die Größen stimmen, aber nicht ihre Reihenfolge. ${explainAxis(verdict)}`;
    case 'axis':
      return explainAxis(verdict);
  }
  const texts = misconceptions[explanationId]!;
  return fillIn(typeof texts === 'string' ? texts : texts[values.stage]!, values);
}

function explainRank({ details, values }: ShapeVerdict): string {
  const { rank, rankWanted } = details;
  const text = `Die Antwort hat ${rankWanted} ${rankWanted === 1 ? 'Achse' : 'Achsen'}, deine hat ${rank}.`;
  const missing = values.missing.map(meaning).join(', ');
  return missing ? `${text} In deiner fehlt eine Achse für: ${missing}.` : text;
}

function explainAxis({ axis, details, values }: ShapeVerdict): string {
  const text = `Achse ${axis} ist für ${meaning(values.axes[axis!]!)}.`;
  const { found } = values;
  return found === null ? text : `${text} ${details.given} ist ${found}, für ${meaning(found)}.`;
}

const meaning = (axis: string): string => meanings[axis] ?? axis;

function fillIn(text: string, { axes, sizes }: ShapeVerdict['values']): string {
  return text.replace(/\{(.+?)\}/gu, (_, place: string) => {
    const name = axes[Number(place)] ?? place;
    return `${name} = ${sizes[name]}`;
  });
}

const shape = (axes: readonly (number | string)[]): string => `[${axes.join(', ')}]`;

/** Where the elements of a chain of patterns are, and where they should be. */
export function explainRun(run: PatternRun, goal: string): string {
  const { firstMisplaced: first, misplaced, origins, wanted } = run;
  const count = origins.data.length;
  if (misplaced === 0) return `Jedes der ${count} Elemente ist an seinem Platz.`;
  if (!first)
    return `Die Shape ist ${shape(run.shape)}. Das Ziel ist ${shape(wanted.shape)}, ${goal}.`;
  return (
    `Die Shape stimmt, aber ${misplaced} von ${count} Elementen sind am falschen Platz. ` +
    `Auf Platz ${shape(first.at)} liegt ${element(first.holds, run)}. Das gehört auf Platz ` +
    `${shape(first.belongsAt)}. Auf Platz ${shape(first.at)} gehört ${element(first.shouldHold, run)}.`
  );
}

const elementWords: ReadonlyMap<string, string> = new Map([
  ['B', 'Sequenz'],
  ['T', 'Token'],
  ['S', 'Key'],
  ['H', 'Kopf'],
  ['G', 'Key-Kopf'],
]);

/** "Token 1, Kopf 0, Zahl 2". Axes of size 1 are left out. */
function element(
  indices: Readonly<Record<string, number>>,
  { axes, meanings }: PatternRun,
): string {
  const words = Object.keys(axes)
    .filter((name) => axes[name] !== 1)
    .map((name) => {
      const meaning = meanings[name]!;
      const word = elementWords.get(meaning) ?? (meaning.startsWith('d_') ? 'Zahl' : name);
      return `${word} ${indices[name]}`;
    });
  return words.join(', ') || 'das einzige Element';
}
