/** What a new result may take the place of: earlier results, but no other file and no link. */
import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { readFile } from '../files.js';
import { generator } from './page.js';

const page = 'index.html';

/** @throws Error if there is something else than an earlier page */
export const requirePage = (path: string) => requireOurs(path, () => isPage(path));

/** @throws Error if there is something else than an earlier zip */
export const requireZip = (path: string) => requireOurs(path, () => isZip(path));

/** @throws Error if there is something else than an earlier folder, or one without these files */
export function requireFolder(folder: string, names: readonly string[]) {
  const paths = names.map((name) => join(folder, name));
  for (const each of new Set([folder, ...paths.map(dirname)])) {
    const found = lstatSync(each, { throwIfNoEntry: false });
    if (found && !found.isDirectory()) throw notOurs(each);
  }
  for (const path of paths) requireOurs(path, () => isPage(join(folder, page)));
}

function requireOurs(path: string, isOurs: () => boolean) {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found && !(found.isFile() && isOurs())) throw notOurs(path);
}

const notOurs = (path: string) =>
  new Error(
    `${path} is already there, and manyheads did not make it: choose another name with --out`,
  );

function isPage(path: string): boolean {
  const isFile = lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  return isFile && readFile(path).includes(generator);
}

function isZip(path: string): boolean {
  try {
    const files = unzipSync(readFile(path), { filter: ({ name }) => name === page });
    return strFromU8(files[page]!).includes(generator);
  } catch {
    return false;
  }
}
