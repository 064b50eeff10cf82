/** A line of a file, counted from 1. */
export interface Line {
  readonly text: string;
  readonly line: number;
}

/** A head, which is between two lines of `---`, and what follows it. */
export interface Section {
  readonly line: number;
  readonly head: readonly Line[];
  readonly body: readonly Line[];
}

/**
 * Splits a file at its heads. `strayLine` is the first line of text before a head, `openLine` that in
 * which a head begins that does not end.
 */
export function splitMarkdown(text: string): {
  readonly sections: readonly Section[];
  readonly strayLine: number | null;
  readonly openLine: number | null;
} {
  const sections: { line: number; head: Line[]; body: Line[] }[] = [];
  let strayLine: number | null = null;
  let isHead = false;
  let isCode = false;
  text.split(/\r?\n/u).forEach((text, index) => {
    const line = index + 1;
    if (!isHead && /^\s{0,3}```/u.test(text)) isCode = !isCode;
    const isRule = !isCode && /^\uFEFF?---\s*$/u.test(text);
    if (isRule && !isHead) sections.push({ line, head: [], body: [] });
    if (isRule) isHead = !isHead;
    else if (sections.length > 0) sections.at(-1)![isHead ? 'head' : 'body'].push({ text, line });
    else if (text.trim() !== '') strayLine ??= line;
  });
  return { sections, strayLine, openLine: isHead ? sections.at(-1)!.line : null };
}

/**
 * The fields of a head: lines `name: value`. A value may go on in indented lines. Lists, objects and
 * the tolerance are JSON, anything else is text.
 */
export function readHead(
  head: readonly Line[],
  report: (line: number, message: string) => void,
): ReadonlyMap<string, { value: unknown; line: number }> {
  const fields = new Map<string, { value: unknown; line: number }>();
  for (const [name, text, line] of valuesIn(head, report)) {
    if (fields.has(name)) report(line, `'${name}' is there twice`);
    fields.set(name, { value: readValue(name, text, line, report), line });
  }
  return fields;
}

function valuesIn(head: readonly Line[], report: (line: number, message: string) => void) {
  const values: [name: string, text: string, line: number][] = [];
  for (const { text, line } of head) {
    const [, name, value] = /^([A-Za-z]\w{0,39}):(?:\s+(.*))?$/su.exec(text) ?? [];
    const last = values.at(-1);
    if (name !== undefined) values.push([name, value ?? '', line]);
    else if (last && /^\s+\S/u.test(text)) last[1] += `\n${text.trim()}`;
    else if (text.trim() !== '' && !text.startsWith('#')) {
      report(line, `'${text.slice(0, 40)}' is not a line of the form name: value`);
    }
  }
  return values;
}

function readValue(
  name: string,
  written: string,
  line: number,
  report: (line: number, message: string) => void,
): unknown {
  const text = written.trim();
  if (!/^[{[]/u.test(text) && name !== 'tolerance') return unquoted(text);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    report(line, `${name} is not JSON: ${(error as Error).message}`);
    return null;
  }
}

/** Authors who know YAML quote texts with a colon. */
const unquoted = (text: string): string =>
  text.replace(
    /^"(.*)"$|^'(.*)'$/su,
    (_, double?: string, single?: string) => double ?? single ?? '',
  );

/** What is wrong in the line in which a head begins that does not end. */
export const noEnd = 'the head that begins here has no end: write --- below its last field';

/** The line of a value, or of the value that it is in. */
export function lineOf(lines: ReadonlyMap<string, number>, at: string): number | undefined {
  const line = lines.get(at);
  return line ?? (at === '' ? undefined : lineOf(lines, at.slice(0, at.lastIndexOf('/'))));
}
