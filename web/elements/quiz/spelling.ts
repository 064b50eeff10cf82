/** Finds misspelt technical terms: d_modell, numheads, attetion. */

/** Names in formulas and code. */
const names = [
  ...['d_model', 'd_head', 'd_ff', 'num_heads', 'num_kv_heads', 'num_layers', 'seq_len', 'kv_len'],
  ...['head_dim', 'num_queries', 'num_keys', 'batch_size', 'dModel', 'dHead', 'numHeads'],
  ...['numKvHeads', 'numLayers', 'seqLen', 'FlashAttention', 'softmax_row', 'keepdims'],
];
/** Words in prose. Words that begin like one of these are other forms of it. */
const words = [
  ...['attention', 'softmax', 'projection', 'embedding', 'parameter', 'transpose', 'concatenate'],
  ...['sequence', 'query', 'queries', 'gradient', 'residual', 'reshape', 'matrices', 'entropy'],
];
const shortestWord = 7;

interface Misspelling {
  readonly word: string;
  readonly suggestion: string;
}

/** @param known  names that are right in this text, even if they are similar to others */
export function misspellings(text: string, known: ReadonlySet<string>): Misspelling[] {
  return (text.match(/[A-Za-z_]\w{3,}/gu) ?? []).flatMap((word) => {
    const suggestion = known.has(word) ? undefined : suggest(word);
    return suggestion === undefined ? [] : [{ word, suggestion }];
  });
}

function suggest(word: string): string | undefined {
  if (names.includes(word)) return undefined;
  const normalized = normalizeName(word);
  const isName = /_|[a-z][A-Z]/u.test(word);
  const name = names.find((name) =>
    isName ? isOneEditAway(normalized, normalizeName(name)) : normalized === normalizeName(name),
  );
  if (name !== undefined || isName) return name;
  const lower = word.toLowerCase();
  const isForm = words.some((each) => lower.startsWith(each) || each.startsWith(lower));
  if (isForm || lower.length < shortestWord) return undefined;
  return words.find((each) => isOneEditAway(lower, each) || isOneEditAway(lower, `${each}s`));
}

const normalizeName = (name: string) => name.replace(/_/gu, '').toLowerCase();

/** At most one letter is added, missing or different, or two letters are swapped. */
function isOneEditAway(a: string, b: string): boolean {
  let first = 0;
  while (first < a.length && a[first] === b[first]) ++first;
  const [restA, restB] = [a.slice(first), b.slice(first)];
  return (
    restA === restB ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    restA.slice(1) === restB.slice(1) ||
    (restA.at(0) === restB.at(1) &&
      restA.at(1) === restB.at(0) &&
      restA.slice(2) === restB.slice(2))
  );
}
