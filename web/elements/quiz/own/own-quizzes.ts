import type { Engine } from '../../../../emscripten/package/contract.js';
import { dedent } from '../../../lib/dedent.js';
import { fetchFile } from '../../../lib/missing-file.js';
import type { Quizzes } from '../lesson-quizzes.js';
import { isMarkdownName, limits, readJson, readQuizFile, type QuizFile } from './file.js';

export { isMarkdownName, limits, readJson, readQuizFile }; // for the command line, which has this file beside it

/** A teacher's file that cannot be used. The message has a line for each problem. */
export class QuizFileError extends Error {
  override name = 'QuizFileError';
}

/** More problems than these are only counted. */
const shownProblems = 10;
const files = new Map<string, Promise<Quizzes>>();

/**
 * The quizzes of the file at this address, which all elements of the page share.
 *
 * @param load  loads the engine: this file is separate, and must not have another one
 * @throws MissingFileError, QuizFileError
 */
export function ownQuizzes(src: string, load: () => Promise<Engine>): Promise<Quizzes> {
  const known = files.get(src);
  if (known) return known;
  const quizzes = readOwn(src, load);
  files.set(src, quizzes);
  quizzes.catch(() => files.delete(src)); // the next call tries again
  return quizzes;
}

async function readOwn(src: string, load: () => Promise<Engine>): Promise<Quizzes> {
  const [file, engine] = await Promise.all([readFrom(src), load()]);
  const { quizzes, problems } = readQuizFile(file, engine, document.documentElement.lang);
  if (problems.length === 0) return quizzes;
  const lines = problems.slice(0, shownProblems).map(({ at, message }) => {
    const line = file.lineOf?.(at);
    return [src, line && `line ${line}`, at, message].filter(Boolean).join(' ');
  });
  const more = problems.length - lines.length;
  throw new QuizFileError([...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'));
}

/** `#id` is a script of this page, which also a page from file:// may read. */
async function readFrom(src: string): Promise<QuizFile> {
  const { text, isMarkdown } = src.startsWith('#') ? textOfPage(src) : await fetched(src);
  return isMarkdown ? (await import('./markdown.js')).readMarkdown(text) : readJson(text);
}

const dataTypes = ['application/json', 'text/markdown'];

function textOfPage(src: string) {
  // Another element with the same id must not hide it.
  const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[id]')];
  const script = scripts.find(({ id, type }) => id === src.slice(1) && dataTypes.includes(type));
  if (!script) {
    throw new QuizFileError(`there is no <script type="application/json" id="${src.slice(1)}">`);
  }
  const { type, textContent: text } = script;
  if (text.length > limits.bytes) throw tooLarge(src);
  return { text: dedent(text), isMarkdown: type === 'text/markdown' };
}

async function fetched(src: string) {
  const response = await fetchFile(src);
  const [asked, found] = [new URL(src, document.baseURI), new URL(response.url)];
  // embed.html takes the file of an address only from its own host: a redirect must not leave it.
  if (found.host !== asked.host) {
    throw new QuizFileError(`${src} leads to another site, ${found.host}`);
  }
  return { text: await readText(src, response), isMarkdown: isMarkdownName(asked.pathname) };
}

const tooLarge = (src: string) =>
  new QuizFileError(`${src} is larger than ${limits.bytes / 1024} KiB`);

/** Stops reading where the limit is: the server may send without end. */
async function readText(src: string, response: Response): Promise<string> {
  const reader = response.body!.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let bytes = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.length;
    if (bytes > limits.bytes) {
      void reader.cancel();
      throw tooLarge(src);
    }
    text += decoder.decode(value, { stream: true });
  }
}
