import { html, nothing, type TemplateResult } from 'lit';
import { button } from '../../ui/controls.js';
import { isAnswered, type QuizRun, type QuizSetState } from './run.js';
import { words } from './words/index.js';

/** The current question of a run, and the buttons to the ones before and after it. */
export function currentQuestion(props: {
  run: QuizRun;
  state: QuizSetState;
  /** Nothing is left to try at it. */
  isOver: boolean;
  /** Its element. */
  question: TemplateResult;
  go: (id: string) => void;
  next: () => void;
}): TemplateResult {
  const { run, state, isOver, go, next } = props;
  const say = words.set;
  const { ids } = run;
  const place = ids.indexOf(state.quiz);
  if (place < 0) {
    return html`<div class="question" role="group" tabindex="-1" aria-label=${say.finished}>
        <p class="done"><b>${say.finished}</b> ${say.done}</p>
      </div>
      <div class="row steps-on"></div>`;
  }
  const onward = isAnswered(state.tries) ? say.next : say.skip;
  const label = say.question(place + 1, ids.length);
  return html`<div class="question" role="group" tabindex="-1" aria-label=${label}>
      ${props.question}
    </div>
    ${run.comesAgain(state) ? html`<p class="again">${say.again}</p>` : nothing}
    <div class="row steps-on">
      ${place > 0 ? button(say.previous, () => go(ids[place - 1]!)) : nothing}
      ${button(onward, next, isOver ? 'filled' : 'plain')}
    </div>`;
}
