/** Files and folders, with errors that say what was tried and why it failed. */
import {
  accessSync,
  constants,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { getSystemErrorMap } from 'node:util';

/** @param name  how messages name the file */
export const readFile = (path: string, name = path): Buffer =>
  trying('read', name, () => readFileSync(path));

/** @throws FileError if the file cannot be read; it is not opened for this */
export const requireReadable = (path: string, name: string) =>
  trying('read', name, () => accessSync(path, constants.R_OK));

/** Whole, or not at all: an earlier file stays if the disk is full. */
export const writeFile = (path: string, content: string | Uint8Array) =>
  trying('written', path, () => {
    const part = join(dirname(path), `.manyheads-${process.pid}.part`);
    try {
      writeFileSync(part, content, { flag: 'wx' });
      renameSync(part, path);
    } finally {
      rmSync(part, { force: true });
    }
  });

export const makeFolder = (path: string) =>
  trying('made', path, () => mkdirSync(path, { recursive: true }));

function trying<Result>(what: string, path: string, action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    const reason = systemReason(error);
    if (reason === undefined) throw error;
    throw new FileError(`${path} cannot be ${what}: ${reason}`, { cause: error });
  }
}

const systemReason = (error: unknown): string | undefined =>
  getSystemErrorMap().get((error as { errno: number }).errno)?.[1];

/** The message of an error; of one of the system, the file and the reason, without its code. */
export function errorText(error: unknown): string {
  const { path, message } = error as { readonly path?: string; readonly message: string };
  const reason = systemReason(error);
  return reason !== undefined && path !== undefined ? `${path}: ${reason}` : message;
}

export class FileError extends Error {}
