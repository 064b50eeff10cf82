import { answerLine } from '../../ui/check/answer-line.js';
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import { unitKind } from '../../lib/quantity.js';
import { isBrowserShortcut } from '../../lib/row-keys.js';
import { spoken } from '../../lib/symbols.js';
import { withCode } from '../../ui/with-code.js';
import type { DrawnQuiz } from './drawn.js';
import type { QuizOption } from './grade.js';
import type { Quiz } from './question.js';
import { plainText } from './text.js';
import { icon } from '../../ui/icons.js';
import { withFormulas } from './formula-text.js';
import { checkWords } from '../../ui/check/words/index.js';
import { words } from './words/index.js';

/** The controls for an answer: the current draft, what was tried, and what to do on a change. */
interface EntryProps {
  readonly drawn: DrawnQuiz;
  /** The answer so far, in the format of DrawnKind.grade. */
  readonly draft: string;
  /** Names of the options that were graded. */
  readonly tried: readonly string[];
  readonly isRevealed: boolean;
  readonly isUnreadable: boolean;
  readonly set: (draft: string) => void;
  readonly move: (event: Event, draft: string, place: number) => void;
}

export function entry(props: EntryProps): TemplateResult {
  switch (props.drawn.quiz.type) {
    case 'multiple-choice':
    case 'multiple-response':
      return options(props);
    case 'order':
      return steps(props);
    case 'output':
      return lines(props);
    default:
      return line(props);
  }
}

/** The names in a draft. */
const namesIn = (draft: string) => draft.split(',').filter(Boolean);

function options(props: EntryProps): TemplateResult {
  const isOne = props.drawn.quiz.type === 'multiple-choice';
  return html`<div
    class="options"
    role=${isOne ? 'radiogroup' : 'group'}
    aria-labelledby="question"
  >
    ${props.drawn.options.map((option, index) => optionRow(option, index, props, isOne))}
  </div>`;
}

function optionRow(option: QuizOption, index: number, props: EntryProps, isOne: boolean) {
  const { draft, tried, isRevealed, set } = props;
  const { name, label, feedback, isRight } = option;
  const isTried = tried.includes(name);
  const isMarked = isTried || (isRevealed && isRight);
  const isExplained = isTried || isRevealed;
  const isChecked = isOne ? name === draft : namesIn(draft).includes(name);
  const toggle = () => {
    const others = namesIn(draft).filter((each) => each !== name);
    return [...others, ...(isChecked ? [] : [name])].sort().join(',');
  };
  const { right, yours } = checkWords;
  const mark = isRight ? (isOne || isTried ? right : words.alsoRight) : yours;
  const plain = plainText(label); // browsers leave MathML out of names
  return html`<div class="option">
    <span class="mark">
      <input
        id="option-${index}"
        type=${isOne ? 'radio' : 'checkbox'}
        name="option"
        class=${isMarked ? 'marked' : ''}
        aria-label=${plain === label ? nothing : spoken(plain) + (isMarked ? mark : '')}
        aria-describedby=${isExplained ? `reason-${index}` : nothing}
        ?disabled=${isRevealed}
        .checked=${live(isChecked)}
        @change=${() => set(isOne ? name : toggle())}
      />${isMarked ? icon(isRight ? 'right' : 'wrong') : nothing}
    </span>
    <label for="option-${index}"
      >${isMarked ? html`<b>${withFormulas(label.replace(/\.$/u, ''), props.drawn.quiz)}</b>${mark}` : withFormulas(label, props.drawn.quiz)}</label
    >
    ${isExplained ? html`<p id="reason-${index}">${withFormulas(feedback, props.drawn.quiz)}</p>` : nothing}
  </div>`;
}

/** A list of steps, each with two buttons that move it. The arrow keys move the focus. */
function steps({ drawn, draft, isRevealed, move }: EntryProps): TemplateResult {
  const order = namesIn(draft);
  const ordered = order.map((name) => drawn.options.find((step) => step.name === name)!);
  const swap = (place: number, other: number) => {
    const changed = [...order];
    [changed[place], changed[other]] = [changed[other]!, changed[place]!];
    return changed.join(',');
  };
  const shift = (event: Event, place: number, by: number) => {
    const other = place + by;
    if (other >= 0 && other < order.length) move(event, swap(place, other), other);
  };
  const moveButton = (label: string, place: number, by: number, name: string) =>
    html`<button
      type="button"
      class="plain"
      aria-label=${label}
      aria-disabled=${place + by < 0 || place + by >= order.length ? 'true' : nothing}
      @click=${(event: Event) => shift(event, place, by)}
    >
      <span aria-hidden="true">${by < 0 ? '↑' : '↓'}</span> ${name}
    </button>`;
  return html`<ol class="steps" aria-label=${words.steps} @keydown=${onStepKey}>
    ${repeat(
      ordered,
      ({ name }) => name,
      ({ label }, place) =>
        html`<li>
          <span class="place">${place + 1}</span
          ><span class="step">${withFormulas(label, drawn.quiz)}</span>
          ${
            isRevealed
              ? nothing
              : html`<span class="movers"
                  >${moveButton(words.moveUp(spoken(plainText(label))), place, -1, words.up)}
                  ${moveButton(words.moveDown(spoken(plainText(label))), place, 1, words.down)}</span
                >`
          }
        </li>`,
    )}
  </ol>`;
}

/** Up and down focus the same button of the previous or next step. */
function onStepKey(event: KeyboardEvent) {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  const button = event.target as HTMLElement;
  if (by === undefined || button.localName !== 'button' || isBrowserShortcut(event)) return;
  const list = event.currentTarget as HTMLElement;
  const side = (each: Element) => [...each.querySelectorAll('button')];
  const items = [...list.children];
  const place = items.findIndex((item) => item.contains(button));
  const column = side(items[place]!).indexOf(button as HTMLButtonElement);
  event.preventDefault();
  const next = items[place + by];
  if (next) side(next)[column]?.focus();
}

/** What kind of answer is typed into one line. */
function wanted(quiz: Quiz): string {
  const { inUnit, label } = words;
  if (quiz.type === 'shape') return label.shape;
  if (quiz.type === 'short-answer') return 'words' in quiz.answer ? label.word : label.formula;
  const unit = quiz.type === 'numeric' ? quiz.unit : undefined;
  return unit ? inUnit(unit, unitKind(unit) !== 'plain') : label.numeric;
}

function line({ drawn, draft, isRevealed, isUnreadable, set }: EntryProps): TemplateResult {
  return html`<label class="line">
    <span>${withCode(wanted(drawn.quiz))}</span>
    ${answerLine({ value: draft, isUnreadable, isReadonly: isRevealed, set })}
  </label>`;
}

function lines({ drawn, draft, isRevealed, set }: EntryProps): TemplateResult {
  return html`<label class="line">
    <span>${words.label.output}</span>
    <textarea
      class="entry"
      dir="ltr"
      rows=${Math.max(2, drawn.right.split('\n').length)}
      autocapitalize="off"
      spellcheck="false"
      maxlength="200"
      ?readonly=${isRevealed}
      .value=${live(draft)}
      @input=${(event: Event) => set((event.target as HTMLTextAreaElement).value)}
    ></textarea>
  </label>`;
}
