/** Texts of the files that figures are saved as. */
import type { Tensor } from '../../emscripten/package/contract.js';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** For the content and the attributes of markup. */
export const escapeText = (text: string): string =>
  text.replace(/[&<>"]/gu, (character) => entities[character]!);

/** RFC 4180; a leading = + - @ is kept from being run as a formula by a spreadsheet. */
export function quote(token: string): string {
  const safe = /^[=+\-@\t\r]/u.test(token) ? `'${token}` : token;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** The state and every tensor of the trace, nested as their shapes say. */
export function traceJson<Trace extends { readonly [Name in keyof Trace]: Tensor }>({
  state,
  trace,
}: {
  readonly state: object;
  readonly trace: Trace;
}): string {
  const tensors = Object.entries<Tensor>(trace).map(([name, { shape, data }]) => [
    name,
    {
      shape,
      data: Array.from(data, (value) => (Number.isFinite(value) ? value : String(value))),
    },
  ]);
  return JSON.stringify({ state, trace: Object.fromEntries(tensors) }, null, 1);
}
