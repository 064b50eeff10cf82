import { html, nothing, type TemplateResult } from 'lit';
import { withSymbols } from '../../ui/symbols.js';
import { button, list, range, resetButton, segments, toggle } from '../../ui/controls.js';
import { integerField } from '../../ui/fields.js';
import { tabs } from '../../ui/tabs.js';

import type { Desk, Side } from './desk.js';
import { modelName } from './names.js';
import {
  limits,
  modelNames,
  ownLayers,
  precisions,
  readingNames,
  views,
  type CostState,
  type DeskModel,
  type Precision,
  type Reading,
  type View,
} from './state.js';
import { countText } from './format.js';
import { words } from './words/index.js';

/** What the controls show and do. */
export interface CostControls {
  readonly state: CostState;
  /** The lengths at which both terms of attention cost the same. */
  readonly crossovers: readonly number[];
  readonly change: (change: Partial<CostState>) => void;
  readonly go: (view: View) => void;
  readonly read: (reading: Reading) => void;
  /** The chosen models' sizes as the learner's own. */
  readonly edit: () => void;
  readonly reset: () => void;
}

export const viewTabs = ({ state, go, reset }: CostControls): TemplateResult =>
  html`<div class="top">
    ${tabs({
      label: words.views,
      ids: views,
      chosen: state.view,
      text: (view) => words.view[view],
      choose: go,
    })}
    ${resetButton(reset)}
  </div>`;

/** Only what changes this view. */
export function costControls(controls: CostControls): TemplateResult {
  const { view } = controls.state;
  const hasRun = view === 'cache' || view === 'memory';
  return html`<div class="row">
    ${models(controls)}
    ${hasRun || view === 'flops' ? html`${tokenRange(controls)} ${batchRange(controls)}` : nothing}
    ${hasRun ? precision(controls) : nothing} ${view === 'flops' ? work(controls) : nothing}
  </div>`;
}

function models({ state, change }: CostControls): TemplateResult {
  const say = words.controls;
  const known: DeskModel[] = [...modelNames, 'own'];
  const choices = known.map((value) => ({ value, label: modelName(value) }));
  return html`${list({
    label: say.model,
    value: state.model,
    choices,
    choose: (model) => change({ model: model as DeskModel, layers: null }),
  })}
  ${
    state.view === 'models'
      ? nothing
      : list({
          label: say.rival,
          value: state.rival ?? '',
          choices: [{ value: '', label: say.none }, ...choices],
          choose: (rival) => change({ rival: (rival || null) as DeskModel | null }),
        })
  }`;
}

/** Powers of two and the numbers half-way between them: a slider has no room for every number. */
const stopsUpTo = (most: number): number[] =>
  Array.from({ length: 2 * Math.log2(most) + 1 }, (_, i) =>
    Math.floor((i % 2 === 0 ? 1 : 1.5) * 2 ** Math.floor(i / 2)),
  ).filter((stop, i, all) => all.indexOf(stop) === i);
const tokenStops = stopsUpTo(limits.tokens);
const batchStops = stopsUpTo(256);

/** The last stop that is not above the value: the next one is larger than what is set. */
const stopBelow = (stops: readonly number[], value: number) =>
  stops.filter((stop) => stop <= value).length - 1;

/** The stops of the tokens: on FLOPs the crossovers too, so that they can be reached. */
function tokenStopsOf({ view }: CostState, crossovers: readonly number[]): number[] {
  if (view !== 'flops') return tokenStops;
  const reachable = crossovers
    .map((each) => Math.round(each))
    .filter((each) => each >= 1 && each <= limits.tokens);
  return [...new Set([...tokenStops, ...reachable])].sort((a, b) => a - b);
}

function tokenRange({ state, crossovers, change }: CostControls): TemplateResult {
  const { tokens, kept } = words.controls;
  const stops = tokenStopsOf(state, crossovers);
  const isStep = state.view === 'cache' || (state.view === 'flops' && state.phase === 'decode');
  return range({
    name: isStep ? kept : tokens,
    ...{ min: 0, max: stops.length - 1, step: 1, value: stopBelow(stops, state.tokens) },
    shown: words.whole(state.tokens),
    set: (stop) => change({ tokens: stops[stop]! }),
  });
}

function batchRange({ state, change }: CostControls): TemplateResult {
  return range({
    name: words.controls.batch,
    ...{ min: 0, max: batchStops.length - 1, step: 1, value: stopBelow(batchStops, state.batch) },
    shown: words.whole(state.batch),
    set: (stop) => change({ batch: batchStops[stop]! }),
  });
}

function precision({ state, change }: CostControls): TemplateResult {
  const say = words.controls;
  return list({
    label: say.precision,
    value: state.precision,
    choices: (Object.keys(precisions) as Precision[]).map((value) => ({
      value,
      label: say.precisions[value],
    })),
    choose: (precision) => change({ precision: precision as Precision }),
  });
}

function work({ state, change }: CostControls): TemplateResult {
  const say = words.controls;
  return html`${segments({
    label: say.phase,
    name: 'phase',
    value: state.phase,
    choices: (['prefill', 'decode'] as const).map((value) => ({ value, label: say.phases[value] })),
    choose: (phase) => change({ phase }),
  })}
  ${
    state.phase === 'decode'
      ? nothing
      : toggle({ label: say.causal, on: state.causal, set: (causal) => change({ causal }) })
  }`;
}

/** What the models are, and how to change them. */
export function sizeLine({ sides }: Desk, { state, change, edit }: CostControls): TemplateResult {
  if (state.view === 'models') return html``;
  const isOwn = state.model === 'own' || state.rival === 'own';
  return html`<div class="sizes">
    ${sides.map((side) => html`<p><b>${side.name}:</b> ${withSymbols(describeSizes(side))}</p>`)}
    ${isOwn ? ownFields(state, change) : button(words.controls.change, edit, 'link')}
  </div>`;
}

export function describeSizes({ costs: { sizes, shape } }: Pick<Side, 'costs'>): string {
  const say = words.sizes;
  const { dFf, activation = 'relu', latent, vocabSize } = shape;
  const [width, heads, dHead] = ['d_model', 'num_heads', 'd_head'].map((n) => countText(sizes[n]!));
  return [
    say.widths(width!, heads!, dHead!),
    latent ? say.latent(latent.dLatent, latent.dRope ?? 0) : say.kvHeads(sizes['num_kv_heads']!),
    say.layers(sizes['num_layers']!),
    dFf ? say.feedForward(dFf, activationNames[activation]) : say.noFeedForward,
    ...(vocabSize ? [say.vocabulary(vocabSize)] : []),
  ].join(', ');
}

const activationNames = { relu: 'ReLU', gelu: 'GELU', swiglu: 'SwiGLU', geglu: 'GeGLU' } as const;
const activations = Object.keys(activationNames) as (keyof typeof activationNames)[];

function ownFields(state: CostState, change: CostControls['change']): TemplateResult {
  const say = words.sizes;
  const size = (name: NumberField, min: number, max: number, value: number) =>
    integerField({
      label: say.fields[name],
      ...{ min, max, value },
      set: (value) => change({ [name]: value }),
    });
  const { dModel, heads, kvHeads, dHead, layers, dFf, vocabulary, positions } = state;
  const { dLatent, dLatentQuery, dRope, dValue } = state;
  const width = dHead ?? Math.max(1, Math.floor(dModel / heads));
  return html`<fieldset class="own">
    <legend>${say.title}</legend>
    ${size('dModel', 1, limits.size, dModel)} ${size('heads', 1, limits.size, heads)}
    ${size('kvHeads', 1, limits.size, kvHeads ?? heads)} ${size('dHead', 1, limits.size, width)}
    ${size('layers', 1, limits.layers, layers ?? ownLayers)} ${size('dFf', 0, limits.size, dFf)}
    ${list({
      label: say.fields.activation,
      value: state.activation,
      choices: activations.map((value) => ({ value, label: activationNames[value] })),
      choose: (activation) => change({ activation: activation as CostState['activation'] }),
    })}
    ${size('vocabulary', 0, limits.vocabulary, vocabulary)}
    ${size('positions', 0, limits.vocabulary, positions)}
    ${size('dLatent', 0, limits.size, dLatent)}
    ${
      dLatent === 0
        ? nothing
        : html`${size('dLatentQuery', 0, limits.size, dLatentQuery)}
          ${size('dRope', 0, limits.size, dRope)} ${size('dValue', 1, limits.size, dValue ?? width)}`
    }
    ${toggle({ label: say.bias, on: state.bias, set: (bias) => change({ bias }) })}
    ${toggle({ label: say.tied, on: state.tied, set: (tied) => change({ tied }) })}
  </fieldset>`;
}

type NumberField = Exclude<keyof (typeof words)['sizes']['fields'], 'activation'>;

/** Tables of the lesson, one click each. */
export const readingButtons = ({ read }: CostControls): TemplateResult =>
  html`<p class="readings">
    <span>${words.readings.title}</span>
    ${readingNames.map((reading) => button(words.readings[reading], () => read(reading), 'link'))}
  </p>`;
