/**
 * The messages between the page and a group's worker: plain data over one port. The worker may run a
 * stranger's code, so the page does not trust it: `readMessage` checks everything.
 */
import { readObject } from '../../../lib/state-fields.js';
import { maxOutput, pythonError, type Code, type Ran } from './service.js';

export type ToPython =
  | { readonly type: 'load'; readonly core: Uint8Array; readonly micropython: Uint8Array }
  | { readonly type: 'run'; readonly run: number; readonly code: Code };

export type FromPython =
  /** The script has started. */
  | { readonly type: 'started' }
  /** Everything is loaded. */
  | { readonly type: 'ready'; readonly version: string }
  /** Loading failed, or a fatal error. */
  | { readonly type: 'failed'; readonly message: string }
  | { readonly type: 'output'; readonly run: number; readonly text: string }
  | { readonly type: 'end'; readonly run: number; readonly ran: Ran };

const limits = { version: 40, message: 2_000, failing: 10_000 } as const;

/** A checked copy of a message; null if it is invalid. */
export function readMessage(data: unknown): FromPython | null {
  const fields = readObject(data);
  const run = fields['run'];
  switch (fields['type']) {
    case 'started':
      return { type: 'started' };
    case 'ready': {
      const version = textUpTo(limits.version, fields['version']);
      return version === null ? null : { type: 'ready', version };
    }
    case 'failed': {
      const message = textUpTo(limits.message, fields['message']);
      return message === null ? null : { type: 'failed', message };
    }
    case 'output': {
      const text = textUpTo(maxOutput.letters, fields['text']);
      return text === null || !isCount(run) ? null : { type: 'output', run, text };
    }
    case 'end': {
      const ran = readRan(fields['ran']);
      return ran === null || !isCount(run) ? null : { type: 'end', run, ran };
    }
    default:
      return null;
  }
}

function readRan(data: unknown): Ran | null {
  const fields = readObject(data);
  const [error, failing] = [fields['error'], fields['failing']];
  if (error !== null && typeof error !== 'object') return null;
  if (failing !== null && textUpTo(limits.failing, failing) === null) return null;
  return { error: pythonError(error), failing: failing as string | null };
}

/** Cuts the message of a check to the length that `readMessage` accepts. */
export const shorten = (failing: string): string => failing.slice(0, limits.failing);

const textUpTo = (letters: number, value: unknown): string | null =>
  typeof value === 'string' && value.length <= letters ? value : null;

const isCount = (value: unknown): value is number => Number.isSafeInteger(value);
