/** What a new result may take the place of: earlier results, but no other file and no link. */
import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { madeBy } from '../export/made-by.js';
import { escapeText } from '../../lib/escape-text.js';
import { readFile } from '../files.js';
import { generator } from './page.js';

const page = 'index.html';
const manifest = 'imsmanifest.xml';

/** @throws Error if there is something else than an earlier page */
export const requirePage = (path: string) => requireOurs(path, () => isPage(path));

/** @throws Error if there is something else than an earlier zip */
export const requireZip = (path: string) => requireOurs(path, () => isZip(path));

/** @throws Error if there is something else than an earlier export */
export const requireExport = (path: string) => requireOurs(path, () => isExport(path));

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

function isExport(path: string): boolean {
  const content = readFile(path);
  if (content.includes(madeBy)) return true;
  try {
    return strFromU8(unzipSync(content)[manifest]!).includes(madeBy);
  } catch {
    return false;
  }
}

function isPage(path: string): boolean {
  const isFile = lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  return isFile && readFile(path).includes(generator);
}

/** Its manifest names each file, so nothing else was put into it. */
function isZip(path: string): boolean {
  try {
    const names: string[] = [];
    const files = unzipSync(readFile(path), {
      filter: ({ name }) => names.push(name) > 0 && (name === page || name === manifest),
    });
    const list = strFromU8(files[manifest]!);
    const isListed = (name: string) =>
      name === manifest || list.includes(`href="${escapeText(name)}"`);
    return strFromU8(files[page]!).includes(generator) && names.every(isListed);
  } catch {
    return false;
  }
}
