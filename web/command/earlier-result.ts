/** What a new result may take the place of: earlier results, but no other file and no link. */
import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { escapeText } from '../lib/escape-text.js';
import { madeBy } from './export/made-by.js';
import { readFile } from './files.js';
import { generator } from './pack/page.js';

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

const isExport = (path: string): boolean =>
  isMarked(strFromU8(readFile(path))) || hasOnlyListed(path, (files) => isMarked(files[manifest]));

/** GIFT has the mark in its first line, XML in its second. */
const isMarked = (text = ''): boolean =>
  text.split('\n', 2).some((line) => line === `// ${madeBy}` || line === `<!-- ${madeBy} -->`);

function isPage(path: string): boolean {
  const isFile = lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  return isFile && readFile(path).includes(generator);
}

const isZip = (path: string): boolean =>
  hasOnlyListed(path, (files) => files[page]?.includes(generator) ?? false);

/** Whether it is such a zip, and its manifest names each file: nothing else was put into it. */
function hasOnlyListed(path: string, isOurs: (files: Readonly<Record<string, string>>) => boolean) {
  try {
    const names: string[] = [];
    const zipped = unzipSync(readFile(path), {
      filter: ({ name }) => names.push(name) > 0 && (name === page || name === manifest),
    });
    const files = Object.fromEntries(
      Object.entries(zipped).map(([name, bytes]) => [name, strFromU8(bytes)]),
    );
    const isListed = (name: string) =>
      name === manifest || files[manifest]!.includes(`href="${escapeText(name)}"`);
    return isOurs(files) && names.every(isListed);
  } catch {
    return false;
  }
}
