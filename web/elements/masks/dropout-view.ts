import { css, html, type TemplateResult } from 'lit';
import { anySize, fixed } from '../../lib/numbers.js';
import { range } from '../../ui/controls.js';
import { textField } from '../../ui/fields.js';
import { uiWords } from '../../ui/words/index.js';
import { manyDraws, type DroppedWeights } from './dropout.js';
import type { MasksRun } from './run.js';
import { highestRate, typedSeeds, type MasksState } from './state.js';
import { weightGrid } from './weight-grid.js';
import { words } from './words/index.js';
import { smallText } from '../../ui/style-parts.js';

export interface DropoutView {
  readonly run: MasksRun;
  /** The difference of the mean over many draws; null until it is computed. */
  readonly differenceOfMean: number | null;
  readonly change: (change: Partial<MasksState>, control?: string) => void;
  readonly endDrag: () => void;
}

/** The weights without dropout and in two passes with it. */
export function dropoutView(view: DropoutView): TemplateResult {
  const { run, differenceOfMean } = view;
  const { dropout, state } = run;
  const say = words.dropout;
  return html`<section class="dropout">
    <h3>${say.title}</h3>
    ${settings(view)}
    <p class="hint">${say.about(state.head, fixed(1 - dropout.rate))}</p>
    <div class="passes">
      ${pass(run, say.none, say.allOne, dropout.none)}
      ${dropout.drawn.map((drawn, i) =>
        pass(
          run,
          `${uiWords.fields.seed} ${state.seeds[i]!}`,
          i === 0 ? say.sums : say.another,
          drawn,
        ),
      )}
    </div>
    <p class="hint sentence announced">
      ${say.again(anySize(dropout.again))}
      ${differenceOfMean === null ? say.counting : say.mean(manyDraws, fixed(differenceOfMean, 4))}
      ${say.off}
    </p>
  </section>`;
}

function settings({ run, change, endDrag }: DropoutView): TemplateResult {
  const { rate, seeds } = run.state;
  const say = words.dropout;
  return html`<div class="row" @change=${endDrag}>
    ${range({
      name: say.rate,
      ...{ min: 0, max: highestRate, step: 0.05, value: rate, shown: fixed(rate) },
      set: (rate) => change({ rate }, 'rate'),
    })}
    ${textField({
      label: say.seeds,
      value: seeds.join(', '),
      refuse: (text) => (typedSeeds(text) ? null : uiWords.fields.notTaken(text, say.twoSeeds)),
      set: (text) => change({ seeds: typedSeeds(text)! }),
    })}
  </div>`;
}

function pass(
  { dropout, state }: MasksRun,
  title: string,
  about: string,
  { weights, sums }: DroppedWeights,
): TemplateResult {
  const size = Math.min(20, Math.floor(124 / state.tokens.length));
  return html`<div>
    <p class="name"><b>${title}</b><span>${about}</span></p>
    ${weightGrid({
      weights,
      masked: dropout.masked,
      ...{ width: size, height: size, name: `${title}, ${words.head(state.head)}` },
      ends: Array.from(sums, (sum) => {
        const text = fixed(sum);
        return text === '1.00' ? text : html`<b>${text}</b>`;
      }),
    })}
  </div>`;
}

export const dropoutStyles = css`
  .dropout .row {
    margin-block-end: 8px;
  }
  .dropout .row .field {
    inline-size: 7rem;
  }
  .passes {
    display: flex;
    flex-wrap: wrap;
    gap: 16px 20px;
    margin-block: 12px;
  }
  .passes .name {
    display: grid;
    margin-block-end: 6px;
    font: var(--mh-label) var(--mh-font-ui);
  }
  .passes .name b {
    font-weight: 600;
  }
  .passes .name span {
    ${smallText}
  }
  .dropout .sentence {
    max-inline-size: 34rem;
    min-block-size: 3.75rem;
  }
`;
