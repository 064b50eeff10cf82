import { html, nothing, type TemplateResult } from 'lit';
import { spoken } from '../../lib/symbols.js';
import { withSymbols } from '../../ui/symbols.js';
import { allSteps, currentStep, stepTitle } from './current.js';
import type { StepsRun } from './run.js';
import { button, list } from '../../ui/controls.js';
import { paces, type Pace, type StepsPlayer } from './player.js';
import { ticks } from './ticks.js';
import { words } from './words/index.js';
import { swatch } from '../../ui/swatch.js';

/** What the navigation shows, and what it does on input. */
interface WalkProps {
  readonly run: StepsRun;
  readonly player: StepsPlayer;
  /** Goes to a step that the learner chose. */
  readonly go: (step: number) => void;
  readonly togglePlay: () => void;
}

/** The current step, what happens in it, and the buttons to go on. */
export function walk({ run, player, go, togglePlay }: WalkProps): TemplateResult {
  const { step } = run.state;
  const steps = allSteps(run);
  const { stage, head } = currentStep(run);
  const next = steps[step];
  const isFirst = step === 1;
  const title = stepTitle(run);
  return html`<p class="kind">${words.place(step, steps.length)}</p>
    <h3>${head === null ? nothing : swatch(head)}<span>${withSymbols(title)}</span></h3>
    ${ticks({ steps, step, title: spoken(title), go })}
    <p class="step">${withSymbols(words.sentences[stage](run))}</p>
    <div class="walk">
      <button
        type="button"
        class="plain"
        aria-disabled=${isFirst ? 'true' : nothing}
        @click=${() => isFirst || go(step - 1)}
      >
        ${words.back}
      </button>
      ${button(
        next ? words.next(next.stage, next.head) : words.again,
        () => go(next ? step + 1 : 1),
        'filled',
      )}
      ${button(player.isPlaying ? words.pause : words.play, togglePlay, 'link')}
      ${list({
        label: words.pace,
        value: player.pace,
        choices: (Object.keys(paces) as Pace[]).map((value) => ({
          value,
          label: words.paces[value],
        })),
        choose: (pace) => player.setPace(pace as Pace),
      })}
    </div>`;
}
