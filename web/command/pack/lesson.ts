import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { basename, dirname, extname, join, relative, sep } from 'node:path';
import type { Engine } from '../../../emscripten/package/contract.js';
import { noEnd, readHead, splitMarkdown } from '../../elements/quiz/own/markdown-lines.js';
import type { Quiz } from '../../elements/quiz/question.js';
import { idsIn } from '../../elements/quiz/run.js';
import { besideLesson, decoded, folderOf } from '../beside.js';
import { FileError, readFile, requireReadable } from '../files.js';
import { ProblemsError } from '../problems.js';
import { checkQuizFile, readText } from '../quiz-files.js';
import { elementProblems, writeElement, type Allowed, type ElementMarkup } from './elements.js';
import { renderMarkdown } from './markdown.js';

/** A lesson, ready to be put into a page. */
export interface Lesson {
  readonly title: string;
  readonly lang: string;
  /** The score that passes, in %; null if none is named. */
  readonly mastery: number | null;
  /** HTML without any script. */
  readonly html: string;
  /** Quiz files by the id of the script in which the page has them. */
  readonly files: ReadonlyMap<string, readonly Quiz[]>;
  /** The questions that count, as `src id`, each once. */
  readonly questions: readonly string[];
  /** The elements' tags that are used. */
  readonly tags: ReadonlySet<string>;
  /** Files that the text links to, by the path that the page has for each. */
  readonly attachments: ReadonlyMap<string, Attachment>;
  /** All files that the lesson is made from. */
  readonly sources: readonly string[];
}

export interface Attachment {
  readonly path: string;
  /** The file and line of the first link. */
  readonly place: string;
}

/** What reading a lesson needs. */
export interface Tools {
  readonly engine: Engine;
  readonly allowed: Allowed;
  readonly lessonQuizzes: ReadonlyMap<string, Quiz>;
}

interface Head {
  readonly title: string;
  readonly lang: string;
  readonly mastery: number | null;
  readonly masteryLine: number;
}

const imageTypes: Readonly<Record<string, string>> = {
  ...{ '.png': 'image/png', '.jpg': 'image/jpeg', '.jpeg': 'image/jpeg', '.gif': 'image/gif' },
  ...{ '.webp': 'image/webp', '.avif': 'image/avif', '.svg': 'image/svg+xml' },
};
const largest = {
  ...{ text: 2 ** 20, image: 5 * 2 ** 20, attachment: 50 * 2 ** 20 },
  /** Of all images; one that is shown twice is there twice. */
  images: 50 * 2 ** 20,
};
/** What a browser shows or saves, and never runs in the page's name: no HTML, no SVG. */
const attachmentTypes =
  /\.(pdf|txt|csv|png|jpe?g|gif|webp|avif|mp[34]|webm|zip|json|ipynb|py|tex|bib|docx|pptx|xlsx|od[tps])$/iu;
/** How the message about a field of the head ends that lessons do not have. */
export const unknownField = 'is not a known field';
/** How messages say what makes a Markdown file a quiz. */
export const quizHead = 'a quiz has type, answer or numbers in its head';
const quizTags = ['mh-quiz', 'mh-quick-check', 'mh-quiz-set'];

/** @throws ProblemsError with a line for each problem */
export function readLesson(path: string, tools: Tools): Lesson {
  if (statSync(path).size > largest.text)
    throw new ProblemsError([`${path}: is larger than 1 MiB`]);
  return new LessonReader(path, tools).read(readText(path));
}

class LessonReader {
  readonly #problems: string[] = [];
  readonly #files = new Map<string, readonly Quiz[]>();
  /** Of quiz files, by their paths. */
  readonly #ids = new Map<string, string>();
  readonly #questions = new Set<string>();
  readonly #tags = new Set<string>();
  /** The line of each id. */
  readonly #lines = new Map<string, number>();
  readonly #attachments = new Map<string, Attachment>();
  readonly #sources = new Set<string>();
  #imageBytes = 0;

  constructor(
    readonly path: string,
    readonly tools: Tools,
  ) {}

  read(file: string): Lesson {
    const [text, firstLine, head] = this.#split(file);
    const { html, heading } = renderMarkdown(text, firstLine, {
      element: (element, line) => this.#element(element, line),
      image: (source, line) => this.#image(source, line),
      link: (address, line) => this.#link(address, line),
      report: this.#report,
    });
    if (head.mastery !== null && this.#questions.size === 0 && this.#problems.length === 0)
      this.#report(head.masteryLine, `mastery is ${head.mastery}, but the lesson has no question`);
    const lesson = {
      title: head.title || heading || basename(this.path).replace(/\.md$/iu, ''),
      ...{ lang: head.lang || 'en', mastery: head.mastery },
      ...{ html, files: this.#files, questions: [...this.#questions], tags: this.#tags },
      ...{ attachments: this.#attachments, sources: [this.path, ...this.#sources] },
    };
    if (this.#problems.length > 0) throw new ProblemsError(this.#problems);
    return lesson;
  }

  #report = (line: number, message: string) =>
    void this.#problems.push(`${this.path}:${line}: ${message}`);

  /** The text, the line in which it begins, and the fields of the head, if there is one. */
  #split(file: string): [string, number, Head] {
    const { sections, strayLine, openLine } = splitMarkdown(file);
    const [section] = sections;
    const hasHead = section !== undefined && strayLine === null;
    if (hasHead && section.line === openLine)
      throw new ProblemsError([`${this.path}:${openLine}: ${noEnd}`]);
    const fields = readHead(hasHead ? section.head : [], this.#report);
    const field = (name: string) => (fields.get(name)?.value ?? '') as string;
    const check = (name: string, form: RegExp, wanted: string) => {
      const { value, line } = fields.get(name) ?? { value: null, line: 0 };
      const isWrong = value !== null && !(typeof value === 'string' && form.test(value));
      if (isWrong)
        this.#report(line, `${name} is ${JSON.stringify(value).slice(0, 60)}, wanted ${wanted}`);
    };
    check('title', /^.{1,200}$/su, 'a text of up to 200 characters');
    check('lang', /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/u, 'a language, such as de');
    check('mastery', /^(100|\d{1,2})$/u, 'a whole number from 0 to 100');
    for (const [name, { line }] of fields) {
      if (!['title', 'lang', 'mastery'].includes(name))
        this.#report(line, `'${name}' ${unknownField}`);
    }
    const lines = file.split(/\r?\n/u);
    const start = hasHead ? section.line + section.head.length + 1 : 0;
    const mastery = field('mastery') === '' ? null : Number(field('mastery'));
    return [
      lines.slice(start).join('\n'),
      start + 1,
      {
        ...{ title: field('title'), lang: field('lang') },
        ...{ mastery, masteryLine: fields.get('mastery')?.line ?? 1 },
      },
    ];
  }

  #element(element: ElementMarkup, line: number): string {
    const problems = elementProblems(element, this.tools.allowed);
    for (const problem of problems) this.#report(line, problem);
    this.#rememberId(element.attributes.get('id'), line);
    this.#tags.add(element.tag);
    const isQuiz = problems.length === 0 && quizTags.includes(element.tag);
    return writeElement(isQuiz ? this.#quiz(element, line) : element);
  }

  #rememberId(id: string | undefined, line: number) {
    if (id === undefined) return;
    const first = this.#lines.get(id);
    if (first === undefined) this.#lines.set(id, line);
    else
      this.#report(
        line,
        `the id '${id.slice(0, 40)}' is already that of another element, in line ${first}`,
      );
  }

  /** Puts the quiz file into the page, and counts the questions. */
  #quiz(element: ElementMarkup, line: number): ElementMarkup {
    const attributes = new Map(element.attributes);
    const written = attributes.get('src') ?? '';
    const id = written === '' ? '' : this.#quizFile(written, line);
    if (id === null) return element;
    const src = id && `#${id}`;
    if (src) attributes.set('src', src);
    const all = src
      ? new Map(this.#files.get(id)!.map((quiz) => [quiz.id, quiz]))
      : this.tools.lessonQuizzes;
    const chosen = chosenIn({ ...element, attributes }, all);
    for (const each of chosen) {
      if (!all.has(each)) this.#report(line, `there is no quiz '${each.slice(0, 60)}'`);
      this.#questions.add(`${src} ${each}`);
    }
    if (chosen.length === 0) this.#report(line, `<${element.tag}> has no question`);
    return { ...element, attributes };
  }

  #quizFile(source: string, line: number): string | null {
    const path = besideLesson(this.path, source);
    if (path === null) {
      this.#report(line, `'${source.slice(0, 80)}' is not a file in the folder of the lesson`);
      return null;
    }
    const known = this.#ids.get(path);
    // A file with problems has no quizzes. They are reported once.
    if (known !== undefined) return this.#files.get(known)!.length > 0 ? known : null;
    this.#sources.add(path);
    const name = join(dirname(this.path), source);
    const read = () => checkQuizFile(path, name, this.tools.engine);
    const { quizzes = [], problems = [], isLesson } = this.#attempt(line, read) ?? {};
    for (const problem of problems) this.#problems.push(problem);
    if (problems.length > 0 && isLesson)
      this.#report(line, `'${source.slice(0, 80)}' is no quiz file: ${quizHead}`);
    const id = this.#idOf(path);
    this.#ids.set(path, id);
    this.#files.set(id, quizzes);
    return quizzes.length > 0 ? id : null;
  }

  /** A file that cannot be read is a problem of the line that names it. */
  #attempt<Result>(line: number, read: () => Result): Result | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      this.#report(line, error.message);
      return undefined;
    }
  }

  /** From the file's name: what learners have answered is kept under it, also in a later version. */
  #idOf(path: string): string {
    const name = relative(folderOf(this.path), path).split(sep).join('/');
    return `mh-file-${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
  }

  /** Images are part of the page, so that nothing has to be fetched, and no SVG is opened by itself. */
  #image(source: string, line: number): string {
    const path = besideLesson(this.path, source);
    const type = imageTypes[extname(source).toLowerCase()];
    if (path === null || !type) {
      const name = decoded(source).slice(0, 80);
      this.#report(line, `'${name}' is not an image in the folder of the lesson`);
      return '';
    }
    if (!this.#isUpTo(largest.image, path, source, line)) return '';
    this.#sources.add(path);
    if (!this.#haveRoom(path, source, line)) return '';
    const content = this.#attempt(line, () => readFile(path, decoded(source)));
    return content ? `data:${type};base64,${content.toString('base64')}` : '';
  }

  /** Whether all images so far, with this one, may be in one page. It is reported once. */
  #haveRoom(path: string, source: string, line: number): boolean {
    const had = this.#imageBytes <= largest.images;
    this.#imageBytes += statSync(path).size;
    const has = this.#imageBytes <= largest.images;
    const mebibytes = largest.images / 2 ** 20;
    if (had && !has)
      this.#report(line, `up to '${source}', the images are larger than ${mebibytes} MiB together`);
    return has;
  }

  #isUpTo(bytes: number, path: string, source: string, line: number): boolean {
    const isFine = statSync(path).size <= bytes;
    if (!isFine) this.#report(line, `'${source}' is larger than ${bytes / 2 ** 20} MiB`);
    return isFine;
  }

  /** Files beside the lesson come along. Other addresses, and places in the page, stay. */
  #link(address: string, line: number): string {
    if (/^(?!file:)[a-z][a-z\d+.-]*:/iu.test(address)) return address;
    if (address.startsWith('#')) {
      this.#checkPlace(decoded(address.slice(1)), line);
      return address;
    }
    const [, source = '', place = ''] = /^([^#]*)(.*)$/su.exec(address) ?? [];
    const name = decoded(source).slice(0, 80);
    const path = besideLesson(this.path, source);
    if (path === null) {
      this.#report(line, `'${name}' is not a file in the folder of the lesson`);
    } else if (!attachmentTypes.test(path)) {
      this.#report(line, `'${name}' cannot be packed: only files such as .pdf or .zip can`);
    } else if (this.#isUpTo(largest.attachment, path, name, line)) {
      this.#attempt(line, () => requireReadable(path, name));
      return this.#attach(path, line) + place;
    }
    return address;
  }

  /** Links are written after all elements are read. Browsers scroll to the top for # and #top. */
  #checkPlace(id: string, line: number) {
    if (/^(top)?$/iu.test(id) || this.#lines.has(id)) return;
    this.#report(
      line,
      `'#${id.slice(0, 40)}' leads nowhere: no element has this id (headings have none)`,
    );
  }

  /** Plain and short names: some systems unpack no others. */
  #attach(path: string, line: number): string {
    for (const [packed, known] of this.#attachments) if (known.path === path) return packed;
    const name = basename(path)
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replaceAll('ß', 'ss')
      .replace(/[^\w.-]+/gu, '-')
      .replace(/^-|-(?=\.)/gu, '')
      .slice(-100);
    const packed = `files/${this.#attachments.size + 1}-${name}`;
    this.#attachments.set(packed, { path, place: `${this.path}:${line}` });
    this.#sources.add(path);
    return packed;
  }
}

/** The ids of an element's questions, as the element itself chooses them. */
function chosenIn(
  { tag, attributes }: ElementMarkup,
  all: ReadonlyMap<string, Quiz>,
): readonly string[] {
  const topic = attributes.get('topic') ?? '';
  if (tag === 'mh-quiz-set') {
    const wanted = idsIn(attributes.get('quizzes') ?? '');
    const ids = wanted.length > 0 ? wanted : [...all.keys()];
    return ids.filter((id) => topic === '' || all.get(id)?.topic === topic);
  }
  const id = attributes.get('quiz');
  if (id) return [id];
  if (attributes.has('src')) return [...all.keys()].slice(0, 1);
  return tag === 'mh-quick-check' ? ['head-width'] : [];
}
