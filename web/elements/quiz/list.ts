import { html, nothing, type TemplateResult } from 'lit';
import type { Engine } from '../../../emscripten/package/index.js';
import { fill } from '../../lib/computed.js';
import { makeScope } from './scope.js';
import { plainText } from './text.js';
import type { Quiz } from './question.js';
import type { Standing } from './retry.js';
import { button } from '../../ui/controls.js';
import { words } from './words/index.js';

/** The questions of a run and the status of each. */
interface StandingOfRun {
  readonly quizzes: readonly Quiz[];
  readonly standingOf: (id: string) => Standing;
  readonly seedOf: (id: string) => number;
  readonly engine: Engine;
}

export function describeProgress({ quizzes, standingOf }: StandingOfRun): string {
  const all = quizzes.map(({ id }) => standingOf(id));
  const answered = all.filter((standing) => standing !== 'new').length;
  const again = all.filter((standing) => standing === 'missed').length;
  return words.set.progress(answered, all.length, again);
}

/** The list of all questions: next to the current one if there is room, otherwise collapsed. */
export function questionList(
  run: StandingOfRun,
  current: string,
  go: (id: string) => void,
  isBeside: boolean,
): TemplateResult {
  const { list, marks } = words.set;
  const questions = html`<ol class="list">
    ${run.quizzes.map(
      (quiz) =>
        html`<li aria-current=${quiz.id === current ? 'step' : nothing}>
          ${button(questionText(quiz, run), () => go(quiz.id), 'link')}
          <span class="mark">${marks[run.standingOf(quiz.id)]}</span>
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
export function inWords(run: StandingOfRun): string {
  const answered = run.quizzes.filter(({ id }) => run.standingOf(id) !== 'new');
  const lines = answered.map(
    (quiz) => `${questionText(quiz, run)} (${words.set.marks[run.standingOf(quiz.id)]})`,
  );
  return [describeProgress(run), ...lines].join('\n');
}

const questionText = (quiz: Quiz, { seedOf, engine }: StandingOfRun): string =>
  plainText(fill(quiz.question, makeScope(quiz, seedOf(quiz.id), engine)));
