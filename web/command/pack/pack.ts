import { readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import scormScript from '../scorm/run.js?script';
import { sameFile } from '../beside.js';
import { requireFolder, requirePage, requireZip } from '../earlier-result.js';
import { makeFolder, readFile, writeFile } from '../files.js';
import { ProblemsError } from '../problems.js';
import { zipped } from '../zip.js';
import type { Lesson } from './lesson.js';
import { lessonPage, toScript } from './page.js';
import { scormManifest } from './manifest.js';

/** What a lesson can become. */
export type PackForm = 'html' | 'site' | 'scorm';

const engineScript = 'manyheads.iife.js';
const pythonScript = 'manyheads-cells.iife.js';
const notices = 'THIRD-PARTY-NOTICES.txt';

/**
 * Writes the packed lesson.
 *
 * @param dist  the folder of the package's built files
 */
export function pack(lesson: Lesson, form: PackForm, out: string, dist: string) {
  refuseToOverwrite(lesson, form, out);
  const read = (name: string) => readFileSync(join(dist, name), 'utf8');
  const scripts = [...(lesson.tags.has('mh-cell') ? [pythonScript] : []), engineScript];
  if (form === 'html') {
    requireNoFiles(lesson);
    requirePage(out);
    const inlined = scripts.map((name) => ({ text: read(name) }));
    writeFile(out, lessonPage(lesson, inlined, read(notices)));
    return;
  }
  const page = scripts.map((file) => ({ file }));
  const files = new Map<string, string | Uint8Array>([
    // The first: it says that the folder is ours, also if a later file cannot be written.
    ...(form === 'site' ? [['index.html', lessonPage(lesson, page)] as const] : []),
    ...[...scripts, notices].map((name) => [name, read(name)] as const),
    ...[...lesson.attachments].map(([name, { path }]) => [name, readFile(path)] as const),
  ]);
  if (form === 'site') {
    requireFolder(out, [...files.keys()]);
    for (const [name, content] of files) {
      makeFolder(dirname(join(out, name)));
      writeFile(join(out, name), content);
    }
  } else {
    files.set('scorm.js', scormScript);
    files.set(
      'index.html',
      withQuestions(lessonPage(lesson, [{ file: 'scorm.js' }, ...page]), lesson),
    );
    files.set('imsmanifest.xml', scormManifest(lesson, [...files.keys()]));
    requireZip(out);
    writeFile(out, zipped(files));
  }
}

/** @throws Error if the result would take the place of a file that it is made from */
function refuseToOverwrite({ sources }: Lesson, form: PackForm, out: string) {
  const folders = form === 'site' ? sources.flatMap(foldersAround) : [];
  const source = [...sources, ...folders].find((each) => sameFile(each, out));
  if (source === undefined) return;
  const what = folders.includes(source) ? 'has the files of the lesson' : 'is a file of the lesson';
  throw new Error(`${out} ${what}: choose another name with --out`);
}

/** The folder of a file, and those that it is in. */
function foldersAround(path: string): string[] {
  const folders = [dirname(resolve(path))];
  while (dirname(folders.at(-1)!) !== folders.at(-1)!) folders.push(dirname(folders.at(-1)!));
  return folders;
}

function requireNoFiles({ attachments }: Lesson) {
  const problems = [...attachments.values()].map(
    ({ place, path }) =>
      `${place}: '${basename(path)}' cannot be in one file: use --site or --scorm`,
  );
  if (problems.length > 0) throw new ProblemsError(problems);
}

/** What the learning system's script needs to know. */
const withQuestions = (page: string, { questions, mastery }: Lesson) =>
  page.replace(
    '</main>\n',
    () =>
      `</main>\n<script type="application/json" id="mh-scorm">${toScript({ questions, mastery })}</script>\n`,
  );
