import { readObject } from '../../../lib/state-fields.js';

export interface Code {
  /** The name of the cell in tracebacks. */
  readonly name: string;
  readonly source: string;
  /** Runs after the source, if that had no error. */
  readonly check?: string;
}

/** Called with output as it is printed. `isCut`: further output is dropped. */
export type Write = (text: string, isCut: boolean) => void;

/** An error in Python. */
export interface PythonError {
  readonly type: string;
  readonly message: string;
  readonly trace: string;
}

export interface Ran {
  readonly error: PythonError | null;
  /** The check's message: empty if it passed, null if it did not run. */
  readonly failing: string | null;
}

/** The output limit: more than anyone reads, but what a page can show. */
export const maxOutput = { letters: 200_000, lines: 5_000 } as const;

/** Passes on output up to the limit. */
export function limitOutput(write: (text: string) => void): (text: string) => void {
  let { letters, lines } = maxOutput as { letters: number; lines: number };
  return (text) => {
    if (letters === 0 || lines === 0) return;
    const accepted = text.slice(0, letters);
    letters -= accepted.length;
    lines -= 1;
    write(accepted);
  };
}

/** Limits for errors, since a message may contain a large array. */
const maxError = { type: 200, message: 10_000, trace: 50_000 } as const;

/** A checked copy of an error from Python, which may be anything; null if it is invalid. */
export function pythonError(input: unknown): PythonError | null {
  if (typeof input !== 'object' || input === null) return null;
  const fields = readObject(input);
  const text = (key: keyof PythonError) => {
    const value = fields[key];
    return typeof value === 'string' ? value.slice(0, maxError[key]) : '';
  };
  return { type: text('type') || 'Exception', message: text('message'), trace: text('trace') };
}

/** The line of an error in a cell, and its traceback without our own files. */
export function describeError(
  error: PythonError,
  name: string,
): { line: number | null; text: string } {
  const frames = [...error.trace.matchAll(/^ {2}File "([^"]*)", line (\d+)(?:, in (.*))?$/gmu)];
  const shown = frames.filter(([, file = '']) => !file.startsWith('/lib/'));
  const own = shown.filter(([, file]) => file === name).at(-1);
  const steps = shown
    .slice(-8) // the end of an endless recursion
    .map(
      ([, file, line, where]) =>
        `  ${file}, line ${line}${where && !where.startsWith('<') ? `, in ${where}` : ''}`,
    );
  const summary = `${error.type}: ${error.message}`.replace("isn't defined", 'is not defined');
  return { line: own ? Number(own[2]) : null, text: [...steps, summary].join('\n') };
}

/** The missing name of a NameError. */
export function missingName({ type, message }: PythonError): string | null {
  return type === 'NameError' ? (/^name '(\w+)'/u.exec(message)?.[1] ?? null) : null;
}

/** Whether a cell seems to define this name, judging by its source, which may be any text. */
export function defines(source: string, name: string): boolean {
  const whole = new RegExp(`\\b${name}\\b`, 'u');
  return source.split(/[\r\n]/u).some((line) => {
    const text = line.trim();
    const [, made] = /^(?:def|class) +(\w+)/u.exec(text) ?? [];
    if (made !== undefined) return made === name;
    if (/^(?:import|from)\b/u.test(text)) return whole.test(text);
    const [, targets] = /^([\w ,]+)=(?!=)/u.exec(text) ?? [];
    return targets?.split(',').some((each) => each.trim() === name) ?? false;
  });
}
