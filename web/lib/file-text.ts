/** The text formats that figures are saved in: XML, CSV, JSON. */
import type { Tensor } from '../../emscripten/package/contract.js';

export { escapeText } from './escape-text.js';

/** Quotes a CSV field (RFC 4180). A leading = + - @ gets a ' so that no spreadsheet runs it. */
export function quote(token: string): string {
  const safe = /^[=+\-@\t\r]/u.test(token) ? `'${token}` : token;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** The state and every tensor of the trace, as shape and flat data. */
export function traceJson<Trace extends { readonly [Name in keyof Trace]: Tensor }>({
  state,
  trace,
}: {
  readonly state: object;
  readonly trace: Trace;
}): string {
  const tensors = Object.entries<Tensor>(trace).map(([name, { shape, data }]) => {
    const numbers = Array.from(data, (value) => (Number.isFinite(value) ? value : String(value)));
    return [name, { shape, data: numbers }] as const;
  });
  return JSON.stringify({ state, trace: Object.fromEntries(tensors) }, null, 1);
}

/** Breaks a text into lines of at most `letters` letters: SVG does not break lines. */
export function wrapText(text: string, letters: number): readonly string[] {
  const [first = '', ...words] = text.split(' ').filter(Boolean);
  const lines = [first];
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`;
    if (longer.length <= letters) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
