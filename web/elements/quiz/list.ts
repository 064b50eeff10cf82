import { html, nothing, type TemplateResult } from 'lit';
import type { Engine } from '../../../emscripten/package/index.js';
import { fill } from '../../lib/computed.js';
import { inItsLanguage } from './formula-text.js';
import { makeScope } from './scope.js';
import { plainText } from './text.js';
import type { Quiz } from './question.js';
import type { Status } from './retry.js';
import type { QuizRun } from './run.js';
import { button } from '../../ui/controls.js';
import { withSymbols } from '../../ui/symbols.js';
import { words } from './words/index.js';

/** The questions of a run and the status of each. */
interface RunOverview {
  readonly quizzes: readonly Quiz[];
  readonly statusOf: (id: string) => Status;
  readonly seedOf: (id: string) => number;
  readonly engine: Engine;
}

export function overview(run: QuizRun, engine: Engine): RunOverview {
  const { quizzes, statuses } = run;
  return {
    quizzes,
    statusOf: (id) => statuses.get(id)!.status,
    seedOf: (id) => run.at(id).tries.seed,
    engine,
  };
}

export function describeProgress({ quizzes, statusOf }: RunOverview): string {
  const all = quizzes.map(({ id }) => statusOf(id));
  const answered = all.filter((status) => status !== 'new').length;
  const again = all.filter((status) => status === 'missed').length;
  return words.set.progress(answered, all.length, again);
}

/** The list of all questions: next to the current one if there is room, otherwise collapsed. */
export function questionList(
  run: RunOverview,
  current: string,
  go: (id: string) => void,
  isBeside: boolean,
): TemplateResult {
  const { list, marks } = words.set;
  const questions = html`<ol class="list">
    ${run.quizzes.map(
      (quiz) =>
        html`<li aria-current=${quiz.id === current ? 'step' : nothing}>
          ${button(
            inItsLanguage(withSymbols(questionText(quiz, run)), quiz),
            () => go(quiz.id),
            'link',
          )}
          <span class="mark">${marks[run.statusOf(quiz.id)]}</span>
        </li>`,
    )}
  </ol>`;
  return isBeside
    ? html`<div class="beside">
        <h3>${list}</h3>
        ${questions}
      </div>`
    : html`<details>
        <summary class="link">${list}</summary>
        ${questions}
      </details>`;
}

/** The answered questions as text, for copying. */
export function inWords(run: RunOverview): string {
  const answered = run.quizzes.filter(({ id }) => run.statusOf(id) !== 'new');
  const lines = answered.map(
    (quiz) => `${questionText(quiz, run)} (${words.set.marks[run.statusOf(quiz.id)]})`,
  );
  return [describeProgress(run), ...lines].join('\n');
}

const questionText = (quiz: Quiz, { seedOf, engine }: RunOverview): string =>
  plainText(fill(quiz.question, makeScope(quiz, seedOf(quiz.id), engine)));
