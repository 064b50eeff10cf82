import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import scormScript from '../scorm/scorm-run.js?script';
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
  const read = (name: string) => readFileSync(join(dist, name), 'utf8');
  const scripts = [...(lesson.tags.has('mh-cell') ? [pythonScript] : []), engineScript];
  if (form === 'html') {
    const inlined = scripts.map((name) => ({ text: read(name) }));
    writeFileSync(out, lessonPage(lesson, inlined, read(notices)));
    return;
  }
  const files = new Map([...scripts, notices].map((name) => [name, read(name)]));
  const page = scripts.map((file) => ({ file }));
  if (form === 'site') {
    files.set('index.html', lessonPage(lesson, page));
    mkdirSync(out, { recursive: true });
    for (const [name, text] of files) writeFileSync(join(out, name), text);
  } else {
    files.set('scorm.js', scormScript);
    files.set(
      'index.html',
      withQuestions(lessonPage(lesson, [{ file: 'scorm.js' }, ...page]), lesson),
    );
    files.set('imsmanifest.xml', scormManifest(lesson, [...files.keys()]));
    writeFileSync(out, zipped(files));
  }
}

/** What the learning system's script needs to know. */
const withQuestions = (page: string, { questions, mastery }: Lesson) =>
  page.replace(
    '</main>\n',
    () =>
      `</main>\n<script type="application/json" id="mh-scorm">${toScript({ questions, mastery })}</script>\n`,
  );

/** The same lesson gives the same bytes. */
const zipped = (files: ReadonlyMap<string, string>) =>
  zipSync(Object.fromEntries([...files].map(([name, text]) => [name, strToU8(text)])), {
    mtime: new Date(1980, 0, 2),
    level: 9,
  });
