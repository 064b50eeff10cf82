/** The code samples of the README, of the docs and of the lesson's page on embedding. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './installed.mjs';

const docs = readdirSync(join(repository, 'web/docs')).map((name) => `web/docs/${name}`);
export const pages = ['README.md', 'web/lesson/embed.md', ...docs.sort()];

/** @return the samples of a page, in their order, each with the language that the page names */
export const samplesOf = (page) =>
  Array.from(
    readFileSync(join(repository, page), 'utf8').matchAll(/^```(\w*)\n(.*?)^```$/gmsu),
    ([, language, code], i) => ({ page, language, code, name: `${page}, sample ${i + 1}` }),
  );

export const samples = pages.flatMap(samplesOf);
export const samplesIn = (...languages) =>
  samples.filter(({ language }) => languages.includes(language));

/** The files that the guide for authors writes. */
export function authorsFiles() {
  const own = samplesOf('web/docs/authors.md');
  const [quiz, lesson] = own.filter(({ language }) => language === 'markdown');
  const json = own.find(({ language }) => language === 'json');
  return { 'quiz.json': json.code, 'quiz.md': quiz.code, 'lesson.md': lesson.code };
}
