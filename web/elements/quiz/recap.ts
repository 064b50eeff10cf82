import { html, nothing, type TemplateResult } from 'lit';
import type { Engine } from '../../../emscripten/package/index.js';
import { drawQuiz } from './drawn.js';
import { GradedQuiz } from './graded.js';
import { triesOf, type QuizProgress } from './progress.js';
import type { Quiz } from './question.js';
import type { Status } from './retry.js';
import { progress as progressOf, type Reveal, type Tries } from '../../ui/check/tries.js';
import { button } from '../../ui/controls.js';
import { withFormulas } from './formula-text.js';
import { solution } from './verdict.js';
import { words } from './words/index.js';

/** The missed questions, then those right the first time, with their answers if they may be shown. */
export function recap(props: {
  quizzes: readonly Quiz[];
  statusOf: (id: string) => Status;
  progress: QuizProgress;
  reveal: Reveal;
  engine: Engine;
  tryAgain: (id: string) => void;
}): TemplateResult {
  const say = words.set;
  const filterByStatus = (test: (status: Status) => boolean) =>
    props.quizzes.filter(({ id }) => test(props.statusOf(id)));
  const missed = filterByStatus((status) => status === 'missed' || status === 'learned');
  const right = filterByStatus((status) => status === 'right');
  if (missed.length + right.length === 0) return html`<p>${say.nothingYet}</p>`;
  const list = (title: string, quizzes: readonly Quiz[]) =>
    quizzes.length === 0
      ? nothing
      : html`<h2>${title}</h2>
          <ol class="recap">
            ${quizzes.map((quiz) => html`<li>${recapEntry(quiz, props)}</li>`)}
          </ol>`;
  return html`${list(say.recapMissed, missed)} ${list(say.recapRight, right)}`;
}

const graded = new WeakMap<Tries, GradedQuiz>();

/** All answers are graded when the recap is first drawn: 99 of them may be stored for a question. */
function gradedOnce(quiz: Quiz, tries: Tries, engine: Engine): GradedQuiz {
  const known = graded.get(tries);
  if (known?.drawn.quiz === quiz) return known;
  const fresh = new GradedQuiz(drawQuiz(quiz, tries.seed, engine), tries.answers);
  graded.set(tries, fresh);
  return fresh;
}

function recapEntry(
  quiz: Quiz,
  { progress, reveal, engine, statusOf, tryAgain }: Parameters<typeof recap>[0],
): TemplateResult {
  const say = words.set;
  const tries = triesOf(progress, quiz.id);
  const { drawn, isSolved, last } = gradedOnce(quiz, tries, engine);
  const isMissed = statusOf(quiz.id) === 'missed';
  return html`<p><b>${withFormulas(drawn.question, quiz)}</b></p>
    ${drawn.code ? html`<pre dir="ltr" tabindex="0">${drawn.code}</pre>` : nothing}
    ${last ? html`<p>${say.yourAnswer} <span class="answer">${last.grade.answerText}</span></p>` : nothing}
    ${
      progressOf(tries, isSolved, reveal).isRevealed
        ? solution(drawn, isSolved)
        : html`<p>${say.notSolved}</p>`
    }
    ${isMissed ? button(say.tryAgain, () => tryAgain(quiz.id), 'link') : nothing}`;
}
