/** Errors between a worker and its page, which keep their class and fields. */
import {
  ConfigError,
  DisposedError,
  FormatError,
  ManyheadsError,
  OutOfMemoryError,
  ShapeError,
  UnsupportedError,
  type ErrorCode,
} from './index.js';
import type { ErrorRecord } from './remote.js';

export function toRecord(error: unknown): ErrorRecord {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const code = error instanceof ManyheadsError ? error.code : 'other';
  const details = { ...(error as object) };
  delete (details as { name?: string }).name;
  return { code, name, message, details };
}

const kinds: Readonly<Record<ErrorCode, (message: string) => Error>> = {
  failed: (message) => new ManyheadsError(message),
  config: (message) => new ConfigError(message, ''),
  shape: (message) => new ShapeError(message, '', null, '', ''),
  format: (message) => new FormatError(message),
  disposed: (message) => new DisposedError(message),
  'out-of-memory': (message) => new OutOfMemoryError(message),
  unsupported: (message) => new UnsupportedError(message),
};

export function fromRecord({ code, name, message, details }: ErrorRecord): Error {
  const error = Object.hasOwn(kinds, code) ? kinds[code as ErrorCode](message) : new Error(message);
  return Object.assign(error, details, { name });
}
