import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { load } from '../../emscripten/package/index.js';
import { isMarkdownName } from '../elements/quiz/own/file.js';
import { quizzes as lessonQuizzes } from '../elements/quiz/quizzes/index.js';
import { sameFile } from './beside.js';
import { requireExport } from './earlier-result.js';
import { exporterFor, type ExportForm } from './export/exporters.js';
import { errorText, FileError, writeFile } from './files.js';
import { allowedIn } from './pack/elements.js';
import { quizHead, readLesson, unknownField, type Tools } from './pack/lesson.js';
import { pack, type PackForm } from './pack/pack.js';
import { ProblemsError } from './problems.js';
import { checkQuizFile, isQuizMarkdown, readText } from './quiz-files.js';

const help = `manyheads check FILE...                            checks quiz files and lessons
manyheads pack LESSON.md --html | --site | --scorm packs a lesson, to work without a network
manyheads export QUIZ --moodle | --gift | --qti    writes quizzes for other systems

QUIZ is a .json or .md file with questions, whose fields are described in manyheads/quiz.schema.json.
LESSON.md is Markdown with the mh- elements in it.
--out NAME names the result.`;

const yes = { type: 'boolean' } as const;
const name = { type: 'string' } as const;
const options = {
  ...{ html: yes, site: yes, scorm: yes, moodle: yes, gift: yes, qti: yes },
  ...{ out: name, help: { ...yes, short: 'h' }, version: yes },
};

const forms = {
  pack: ['html', 'site', 'scorm'],
  export: ['moodle', 'gift', 'qti'],
} as const;

type Print = (line: string) => void;

/** The files of the package, beside this one. */
const dist = dirname(fileURLToPath(import.meta.url));

/** Runs the command. @return the exit code: 1 if files have problems, 2 if it was called wrongly */
export async function main(
  args: readonly string[],
  print: Print,
  printError: Print,
): Promise<number> {
  try {
    return await run(args, print);
  } catch (error) {
    if (error instanceof ProblemsError) {
      for (const problem of error.problems) printError(inOneLine(problem));
      return 1;
    }
    printError(visible(errorText(error)));
    return 2;
  }
}

/** Texts of a stranger's file must not control the terminal. */
const visible = (text: string) =>
  text.replace(/(?!\n)[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, '\ufffd');

/** Nor may they begin a line, which could look like one of ours. */
const inOneLine = (text: string) => visible(text.replace(/[\t\n\r]+/gu, ' '));

async function run(args: readonly string[], print: Print): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [command, ...files] = positionals;
  if (values.version) print((await load()).version);
  else if (values.help || command === undefined) print(help);
  else if (command === 'check') {
    refuseOthers(command, values, []);
    await check(needed(files), print);
  } else if (command === 'pack') {
    refuseOthers(command, values, [...forms.pack, 'out']);
    await packLesson(one(files), oneOf(values, forms.pack), values.out, print);
  } else if (command === 'export') {
    refuseOthers(command, values, [...forms.export, 'out']);
    await exportQuizzes(one(files), oneOf(values, forms.export), values.out, print);
  } else throw new Error(`'${command}' is not a command: check, pack or export\n\n${help}`);
  return 0;
}

function refuseOthers(command: string, values: { out?: string }, known: readonly string[]) {
  const other = Object.keys(values).find((name) => !known.includes(name));
  if (other !== undefined)
    throw new Error(`${command} has no option --${other}; see manyheads --help`);
  if (values.out === '') throw new Error('--out is empty: write the name of the result after it');
}

function needed(files: readonly string[]): readonly string[] {
  if (files.length === 0) throw new Error('no file given; see manyheads --help');
  for (const file of files) {
    if (!statSync(file, { throwIfNoEntry: false })?.isFile())
      throw new Error(`${file} is not a file`);
  }
  return files;
}

function one(files: readonly string[]): string {
  if (files.length > 1) throw new Error('one file at a time');
  return needed(files)[0]!;
}

function oneOf<Name extends string>(
  values: Partial<Record<Name, unknown>>,
  names: readonly Name[],
): Name {
  const chosen = names.filter((name) => values[name]);
  if (chosen.length !== 1)
    throw new Error(`choose one of ${names.map((name) => `--${name}`).join(', ')}`);
  return chosen[0]!;
}

async function check(files: readonly string[], print: Print) {
  const tools = await readTools();
  const problems = files.flatMap((file) => checkFile(file, tools, print));
  const hasJson = files.some((file) => !isMarkdownName(file));
  if (problems.length > 0) throw new ProblemsError([...problems, ...(hasJson ? [fields] : [])]);
}

const isLessonFile = (file: string): boolean =>
  isMarkdownName(file) && !isQuizMarkdown(readText(file));

/** A file that cannot be read must not hide the problems of the others. */
function checkFile(file: string, tools: Tools, print: Print): readonly string[] {
  try {
    const isLesson = isLessonFile(file);
    const found = isLesson ? lessonProblems(file, tools) : quizProblems(file, tools, print);
    if (isLesson && found.length === 0) print(`${file}: a lesson, no problems`);
    return isLesson && found.some((each) => each.endsWith(unknownField))
      ? [...found, `${file} is read as a lesson; ${quizHead}`]
      : found;
  } catch (error) {
    if (error instanceof FileError) return [error.message];
    throw error;
  }
}

const fields =
  'All fields are described in manyheads/quiz.schema.json, which editors understand too.';

function quizProblems(file: string, { engine }: Tools, print: Print): readonly string[] {
  const { quizzes, problems } = checkQuizFile(file, file, engine);
  if (problems.length === 0) {
    print(
      `${file}: ${quizzes.length} ${quizzes.length === 1 ? 'question' : 'questions'}, no problems`,
    );
  }
  return problems;
}

function lessonProblems(file: string, tools: Tools): readonly string[] {
  try {
    readLesson(file, tools);
    return [];
  } catch (error) {
    if (error instanceof ProblemsError) return error.problems;
    throw error;
  }
}

async function readTools(): Promise<Tools> {
  const manifest = readFileSync(join(dist, 'custom-elements.json'), 'utf8');
  return {
    engine: await load(),
    allowed: allowedIn(JSON.parse(manifest) as Parameters<typeof allowedIn>[0]),
    lessonQuizzes,
  };
}

/** The result is beside the file that it is made from. */
const resultOf = (file: string, ending: string) =>
  join(dirname(file), basename(file, extname(file)) + ending);

async function packLesson(file: string, form: PackForm, out: string | undefined, print: Print) {
  if (!isMarkdownName(file)) throw new Error(`${file} is no lesson: its name must end with .md`);
  if (isQuizMarkdown(readText(file))) {
    throw new Error(
      `${file} is a quiz file: write <mh-quiz-set src="…"> in a lesson, and pack that`,
    );
  }
  const lesson = readLesson(file, await readTools());
  const result = out ?? resultOf(file, { html: '.html', site: '-site', scorm: '.zip' }[form]);
  pack(lesson, form, result, dist);
  const count = lesson.questions.length;
  print(
    `${result}: “${inOneLine(lesson.title)}”, ${count} ${count === 1 ? 'question counts' : 'questions count'}`,
  );
  if (form === 'scorm' && count === 0)
    print('Without a question, there is no score, and opening the lesson completes it.');
}

async function exportQuizzes(
  file: string,
  form: ExportForm,
  out: string | undefined,
  print: Print,
) {
  if (isLessonFile(file))
    throw new Error(`${file} is a lesson: export the quiz files that it names in src`);
  const engine = await load();
  const { quizzes, problems } = checkQuizFile(file, file, engine);
  if (problems.length > 0) throw new ProblemsError(problems);
  const { ending, write } = exporterFor(form, out);
  const { content, notes } = write(quizzes, basename(file, extname(file)), engine);
  const result = out ?? resultOf(file, ending);
  if (sameFile(file, result))
    throw new Error(`${result} is the quiz file itself: choose another name with --out`);
  requireExport(result);
  writeFile(result, content);
  for (const note of notes) print(note);
  print(`${result}: ${quizzes.length} ${quizzes.length === 1 ? 'question' : 'questions'}`);
}
