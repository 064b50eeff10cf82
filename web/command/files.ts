/** Files and folders, with errors that say what was tried and why it failed. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { getSystemErrorMap } from 'node:util';

export const readFile = (path: string): Buffer => trying('read', path, () => readFileSync(path));

export const writeFile = (path: string, content: string | Uint8Array) =>
  trying('written', path, () => writeFileSync(path, content));

export const makeFolder = (path: string) =>
  trying('made', path, () => mkdirSync(path, { recursive: true }));

function trying<Result>(what: string, path: string, action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    const [, reason] = getSystemErrorMap().get((error as { errno: number }).errno) ?? [];
    if (reason === undefined) throw error;
    throw new FileError(`${path} cannot be ${what}: ${reason}`, { cause: error });
  }
}

export class FileError extends Error {}
