/** Lessons packed as SCORM, and pages of learning systems that show them. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { installed } from '../../package/installed.mjs';

export const quizzes = ['rows', 'columns'].map((id) => ({
  ...{ id, type: 'numeric', question: `How many ${id}, with {T} tokens?`, numbers: [{ T: 4 }] },
  ...{ answer: 'T', mistakes: [{ value: 'T^2', feedback: 'Entries.' }], explanation: '{T}.' },
}));

/** Under which a page keeps the answers to quiz.json: it is made from the file's name. */
export const quizFile = '#mh-file-fe46fc21';

export const learningSystem = `<script src="scorm12.min.js"></script>
<script>
  const kept = JSON.parse(localStorage.getItem('lms') ?? '{}');
  window.commits = 0;
  window.finished = 0;
  window.API = new Scorm12API({ autocommit: false, logLevel: 5 });
  if (kept.cmi) API.loadFromJSON(kept.cmi, 'cmi');
  const keep = () => localStorage.setItem('lms', JSON.stringify({ cmi: API.cmi.toJSON() }));
  API.on('LMSCommit', () => { commits += 1; keep(); });
  API.on('LMSFinish', () => { finished += 1; keep(); });
</script>`;

export const lessonFrame =
  '<iframe src="index.html" style="inline-size: 100%; block-size: 90vh"></iframe>';

const page = (body) => `<!doctype html><meta charset="utf-8"><title>Course</title>${body}`;

/**
 * Packs a lesson into a folder of the host.
 *
 * @param pages  the bodies of the learning system's pages, by name
 * @return the addresses of the folder's pages, by name
 */
export function openCourse(host, folder, lesson, pages) {
  const source = mkdtempSync(join(tmpdir(), 'manyheads-lesson-'));
  writeFileSync(join(source, 'lesson.md'), lesson);
  writeFileSync(join(source, 'quiz.json'), JSON.stringify(quizzes));
  const command = join(installed, 'dist/manyheads-command.js');
  execFileSync(process.execPath, [command, 'pack', join(source, 'lesson.md'), '--scorm']);
  const addresses = {};
  const write = (name, content) => {
    mkdirSync(dirname(join(host.folder, folder, name)), { recursive: true });
    addresses[name] = host.write(`${folder}/${name}`, content).served;
  };
  const zip = unzipSync(readFileSync(join(source, 'lesson.zip')));
  for (const [name, bytes] of Object.entries(zip)) write(name, bytes);
  const script = createRequire(import.meta.url).resolve('scorm-again/scorm12/min');
  write('scorm12.min.js', readFileSync(script));
  for (const [name, body] of Object.entries(pages)) write(name, page(body));
  return addresses;
}

export const readValue = (page, name) =>
  page.evaluate((name) => window.API.LMSGetValue(name), name);

/** What the learning system keeps. */
export const readKept = (page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('lms') ?? '{}').cmi);

/** Keeps this before the page is opened. */
export const keep = (page, cmi) =>
  page.evaluate((cmi) => localStorage.setItem('lms', JSON.stringify({ cmi })), cmi);
