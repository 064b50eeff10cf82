/**
 * A place is where the code can be made wrong: a span of the source, and the edits within it.
 *   start, end  the span: an expression, or a statement
 *   edits       [{ at, length, text }]: `length` characters at `at` become `text`
 *   statement   true where the span is a statement, which is left out instead
 *   condition   true where only the truth of the expression counts
 *   change      the change in short: "< to <="
 */

/** What an operator becomes. */
export const OTHER_OPERATOR = new Map([
  ...[...swapped('<', '<='), ...swapped('>', '>='), ...swapped('==', '!=')],
  ...[...swapped('===', '!=='), ...swapped('&&', '||'), ...swapped('+', '-')],
  ...[...swapped('+=', '-='), ...swapped('*', '/'), ...swapped('*=', '/='), ['%', '*']],
  ...[...swapped('<<', '>>'), ...swapped('&', '|'), ['??', '&&']],
]);

function swapped(one, other) {
  return [
    [one, other],
    [other, one],
  ];
}

/** The text at start .. end becomes `text`. */
export function replaced(start, end, text, change) {
  return { start, end, edits: [{ at: start, length: end - start, text }], change };
}

export function operatorChanged({ start, end }, operator, text) {
  const other = OTHER_OPERATOR.get(text);
  const edits = [{ at: operator, length: text.length, text: other }];
  return { start, end, edits, change: `${text} to ${other}` };
}

export function negated({ start, end }) {
  return { start, end, edits: [], condition: true, change: 'condition negated' };
}

export function leftOut({ start, end }) {
  return { start, end, edits: [], statement: true, change: 'statement left out' };
}

/**
 * The source with all these places, each of which does the wrong thing where `mutant(number)` is
 * true. Lines stay where they are.
 * @param places  each with a number, nested or apart
 */
export function withPlaces(source, places) {
  const isCondition = ({ condition }) => Number(condition ?? false); // around its comparison
  const sorted = [...places].sort(
    (a, b) => a.start - b.start || b.end - a.end || isCondition(b) - isCondition(a),
  );
  return render(source, sorted, 0, source.length, []);
}

/** The text from `start` to `end`, with the places and the edits in it. */
function render(source, places, start, end, edits) {
  let text = '';
  let at = start;
  const waiting = [...edits].sort((a, b) => a.at - b.at);
  const copyTo = (to) => {
    while (waiting.length > 0 && waiting[0].at <= to) {
      const edit = waiting.shift();
      text += source.slice(at, edit.at) + edit.text;
      at = edit.at + edit.length;
    }
    if (at < to) text += source.slice(at, to);
    at = Math.max(at, to);
  };
  for (let i = 0; i < places.length;) {
    const place = places[i];
    const inside = [];
    for (i++; i < places.length && places[i].end <= place.end; i++) inside.push(places[i]);
    if (at > place.start || waiting.some((edit) => covers(edit, place))) continue; // replaced as a whole
    copyTo(place.start);
    text += choice(source, place, inside);
    at = place.end;
  }
  copyTo(end);
  return text;
}

const covers = ({ at, length }, { start, end }) => at <= start && end <= at + length && length > 0;

function choice(source, place, inside) {
  const { start, end, number, statement, condition } = place;
  const original = render(source, inside, start, end, []);
  if (condition) return `(mutant(${number}) != !!(${original}))`;
  if (statement) return `{ if (!mutant(${number})) ${original} }`;
  const wrong = render(source, inside, start, end, place.edits).replaceAll('\n', ' ');
  return `(mutant(${number}) ? (${wrong}) : (${original}))`;
}

/** Picks `count` of them at random, the same ones for the same seed. */
export function chosen(places, count, seed) {
  const random = generator(seed);
  const left = [...places];
  const picked = [];
  while (picked.length < count && left.length > 0) {
    picked.push(...left.splice(Math.floor(random() * left.length), 1));
  }
  return picked;
}

/** Numbers from 0 to 1: Marsaglia’s xorshift (2003), 32 bits. */
function generator(seed) {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
