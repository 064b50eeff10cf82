import { html, type TemplateResult } from 'lit';
import {
  byteText,
  chooseByteUnit,
  countText,
  decimalTwin,
  fractionText,
  percentText,
} from './format.js';
import { Costs } from './costs.js';
import type { Desk, Side } from './desk.js';
import { variants } from './models.js';
import { words } from './words/index.js';

/** What the view shows, in a sentence with its live number. */
export function captionOf(desk: Desk): TemplateResult {
  const [side] = desk.sides;
  switch (desk.state.view) {
    case 'cache':
      return cacheCaption(side!);
    case 'parameters':
      return parameterCaption(side!);
    case 'flops':
      return flopCaption(side!);
    case 'memory':
      return memoryCaption(side!);
    case 'models': {
      const share = fractionText(side!.costs.cache.ratioToMha);
      return html`${words.caption.models(side!.name)} <b>${share}</b>.`;
    }
  }
}

function cacheCaption({ costs }: Side): TemplateResult {
  const say = words.caption;
  const all = variants(costs.shape);
  const built = all.find(({ isBuilt }) => isBuilt)!;
  const { bytes } = costs.cache;
  const { bytes: most } = new Costs(costs.engine, all[0]!.shape, costs.run).cache;
  const unit = chooseByteUnit([most]);
  const now = html`<b>${byteText(bytes, unit)}</b>`;
  return built.id === 'mha'
    ? html`${say.unshared} ${now}.`
    : html`${say.shared(built.shared)} <b>${byteText(most, unit)}</b> ${say.to} ${now}.`;
}

function parameterCaption({ costs }: Side): TemplateResult {
  const say = words.caption;
  const { attention, feedForward } = costs.parameters;
  return feedForward === 0
    ? html`${say.attentionOnly} <b>${countText(attention)}</b>.`
    : html`${say.parameters}
        <b>${percentText(costs.derive('feed_forward / per_layer').value)}</b>.`;
}

function flopCaption({ costs }: Side): TemplateResult {
  const say = words.caption;
  const share = costs.derive('(scores + weighted_sum) / attention_flops', {
    attention_flops: costs.flops.attention,
  }).value;
  const { tokens, decode } = costs.run;
  return html`${decode ? say.step(costs.sizes['num_layers']!) : say.flops(tokens)}
    <b>${percentText(share)}</b>. ${say.equalAt}
    <b>${countText(costs.flops.crossover)}</b> ${say.tokens(costs.flops.crossover)}.`;
}

function memoryCaption({ costs }: Side): TemplateResult {
  const say = words.caption;
  const unit = (bytes: number) => byteText(bytes, decimalTwin(chooseByteUnit([bytes])));
  const isOne = costs.cards.value === 1;
  const { value: weights } = costs.weightBytes;
  return html`${isOne ? say.fits : say.tooLarge} <b>${unit(costs.together.value)}</b>.
    ${isOne ? '' : html`${say.weightsAlone} <b>${unit(weights)}</b>.`} ${say.uncounted}`;
}
