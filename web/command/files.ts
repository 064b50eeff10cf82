/** Files and folders, with errors that say what was tried and why it failed. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { getSystemErrorMap } from 'node:util';

export const readFile = (path: string): Buffer => trying('read', path, () => readFileSync(path));

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
    const [, reason] = getSystemErrorMap().get((error as { errno: number }).errno) ?? [];
    if (reason === undefined) throw error;
    throw new FileError(`${path} cannot be ${what}: ${reason}`, { cause: error });
  }
}

export class FileError extends Error {}
