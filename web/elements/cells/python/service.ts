import { readObject } from '../../../lib/state-fields.js';

export interface Code {
  /** Names the cell in tracebacks. */
  readonly name: string;
  readonly source: string;
  /** Runs after the source where that went well. */
  readonly check?: string;
}

/** Is given what is printed, as it is printed; `isCut`: what comes after it is not given. */
export type Write = (text: string, isCut: boolean) => void;

/** What Python tells of an error. */
export interface PythonError {
  readonly type: string;
  readonly message: string;
  readonly trace: string;
}

export interface Ran {
  readonly error: PythonError | null;
  /** What the check says: null where there was none or it did not run, empty where it passes. */
  readonly failing: string | null;
}

/** More than anyone reads, and no more than a page can show. */
export const mostOutput = { letters: 200_000, lines: 5_000 } as const;

/** Passes on what is printed, up to that much. */
export function bounded(write: (text: string) => void): (text: string) => void {
  let { letters, lines } = mostOutput as { letters: number; lines: number };
  return (text) => {
    if (letters === 0 || lines === 0) return;
    const kept = text.slice(0, letters);
    letters -= kept.length;
    lines -= 1;
    write(kept);
  };
}

/** More of an error than anyone reads: a message may hold a whole array. */
const mostOfError = { type: 200, message: 10_000, trace: 50_000 } as const;

/** An error as it comes from Python, whose own code may have changed how it is told; else null. */
export function pythonError(given: unknown): PythonError | null {
  if (typeof given !== 'object' || given === null) return null;
  const fields = readObject(given);
  const text = (key: keyof PythonError) => {
    const value = fields[key];
    return typeof value === 'string' ? value.slice(0, mostOfError[key]) : '';
  };
  return { type: text('type') || 'Exception', message: text('message'), trace: text('trace') };
}

/** Where a cell went wrong, and what is said of it, without the frames of our own files. */
export function located(error: PythonError, name: string): { line: number | null; text: string } {
  const frames = [...error.trace.matchAll(/^ {2}File "([^"]*)", line (\d+)(?:, in (.*))?$/gmu)];
  const shown = frames.filter(([, file = '']) => !file.startsWith('/lib/'));
  const own = shown.filter(([, file]) => file === name).at(-1);
  const steps = shown
    .slice(-8) // of an endless recursion, the end
    .map(
      ([, file, line, where]) =>
        `  ${file}, line ${line}${where && where[0] !== '<' ? `, in ${where}` : ''}`,
    );
  const said = `${error.type}: ${error.message}`.replace("isn't defined", 'is not defined');
  return { line: own ? Number(own[2]) : null, text: [...steps, said].join('\n') };
}

/** The name that a NameError misses. */
export function missingName({ type, message }: PythonError): string | null {
  return type === 'NameError' ? (/^name '(\w+)'/u.exec(message)?.[1] ?? null) : null;
}

/** Whether a cell gives this name a value, as far as one can tell without running it. */
export function defines(source: string, name: string): boolean {
  const given = new RegExp(
    `^[ \\t]*(?:(?:def|class) +${name}\\b|(?:[\\w ,]*, *)?${name} *(?:,[\\w ,]*)?=(?!=)|(?:import|from)\\b.*\\b${name}\\b)`,
    'mu',
  );
  return given.test(source);
}
