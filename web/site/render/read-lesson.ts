import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rooms } from '../../../emscripten/package/doors.mjs';
import { readChapters } from './chapters.js';
import type { Heights } from './heights.js';
import { lessonHtml, type LessonHtml } from './lesson-html.js';
import { readPages, type Page } from './pages.js';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const lessonFolder = path('../../lesson/');
const roomsFolder = path('../../elements/');

/** The Markdown files of a folder, by name without .md. */
const readTexts = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name.endsWith('.md'))
      .map((name) => [basename(name, '.md'), readFileSync(folder + name, 'utf8')]),
  );

/** The attributes of all rooms. */
const readAttributes = () =>
  readdirSync(roomsFolder)
    .map((room) => `${roomsFolder}${room}/attributes.md`)
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');

/** The elements that show the number of their figure. */
const numbered = () =>
  Object.values(rooms).flatMap((room) =>
    Object.entries(room).flatMap(([tag, { embed }]) => (embed.includes('number') ? [tag] : [])),
  );

/** Reads all chapters and pages from web/lesson and renders them. */
export const readLesson = (): LessonHtml =>
  lessonHtml({
    chapters: readChapters(readTexts(`${lessonFolder}chapters/`)),
    pages: readPages(readTexts(lessonFolder)),
    figures: new Set(numbered()),
    attributes: readAttributes(),
  });

/** The pages of the documentation, from web/docs. */
export const readDocs = (): Page[] => readPages(readTexts(path('../../docs/')));

export const readHeights = (): Heights =>
  JSON.parse(readFileSync(`${lessonFolder}heights.json`, 'utf8')) as Heights;
