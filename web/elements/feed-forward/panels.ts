import { html, type TemplateResult } from 'lit';
import { list } from '../../ui/controls.js';
import { curveDrawing } from './curves.js';
import { pictureView } from '../../ui/marks.js';
import { factorRow, type Factor } from '../../ui/factors.js';
import { isGated, usualWidth, type FeedForwardRun, type Layer } from './run.js';
import { shareDrawing } from './share-bars.js';
import { percentText, type ModelSplit, type Split } from './shares.js';
import { dModel, models, type CountedModel } from './state.js';
import { sublayerDrawing } from './sublayer-drawing.js';
import { countSublayers, type LayerKind } from './sublayers.js';
import { words } from './words/index.js';

/** The four activations on the same axes, with their widths and parameters. */
export function curvePanel(run: FeedForwardRun, width: number): TemplateResult {
  const { curves: say } = words;
  // On a phone two are side by side.
  const plot = Math.min(240, Math.floor((width - 16) / 2));
  const [first, ...others] = run.layers.map(({ parameters }) => parameters);
  const same = others.every((parameters) => parameters === first) ? first! : null;
  return html`<section>
    <h3>${say.title(same)}</h3>
    <p class="note">${say.note(run.word)}</p>
    <div class="curves">${run.layers.map((layer) => curveColumn(run, layer, plot))}</div>
  </section>`;
}

function curveColumn(run: FeedForwardRun, layer: Layer, plot: number): TemplateResult {
  const { activation, dFf, matrices, parameters } = layer;
  const { curves: say } = words;
  const usual = usualWidth(run.engine, activation);
  const ratio = isGated(activation) ? '8/3' : '4';
  const rows = [
    { name: say.matrices, made: '', result: words.whole(matrices) },
    {
      name: say.width,
      made: dFf === usual ? `${ratio} × ${dModel} = ` : '',
      result: words.whole(dFf),
    },
    {
      name: say.parameters,
      made: `${matrices} × ${dModel} × ${dFf} = `,
      result: words.whole(parameters),
    },
  ];
  return html`<div class=${layer === run.layer ? 'curve chosen' : 'curve'}>
    <h4>${words.activations[activation]}</h4>
    <p class="note">${say.formulas[activation]}</p>
    ${pictureView('drawing', curveDrawing(run, layer, plot))}
    <dl>
      ${rows.map(
        ({ name, made, result }) =>
          html`<div>
            <dt>${name}</dt>
            <dd dir="ltr">${made}<b>${result}</b></dd>
          </div>`,
      )}
    </dl>
  </div>`;
}

/** Attention against feed-forward in one layer of a model. */
export function sharePanel(
  run: FeedForwardRun,
  split: ModelSplit,
  width: number,
  choose: (model: CountedModel) => void,
): TemplateResult {
  const { shares: say, controls } = words;
  const spoken = ({ attention, feedForward, share }: Split, name: string) =>
    say.spoken(name, words.whole(attention), words.whole(feedForward), percentText(share));
  return html`<section>
    <h3>${say.title(split.name)}</h3>
    <div class="model">
      ${list({
        label: controls.model,
        value: run.state.model,
        choices: models.map((value) => ({
          value,
          label: run.engine.cost.models[value].name ?? value,
        })),
        choose: (model) => choose(model as CountedModel),
      })}
    </div>
    ${pictureView('drawing', shareDrawing(split, width))}
    <p class="unseen">
      ${spoken(split.textbook, say.textbook.name)} ${spoken(split.built, say.built.name)}
    </p>
    <div class="products">
      ${factorRow(textbookFactors(split))} ${factorRow(builtFactors(split))}
    </div>
  </section>`;
}

function textbookFactors({ dModel, textbookWidth, textbook }: ModelSplit): readonly Factor[] {
  const { shares: say } = words;
  return [
    { value: '2', name: say.matrices.two },
    { sign: '×' },
    { value: words.whole(dModel), name: say.dModel },
    { sign: '×' },
    { value: words.whole(textbookWidth), name: say.times(4) },
    { sign: '=' },
    { value: words.whole(textbook.feedForward), name: say.asTextbook },
  ];
}

function builtFactors(split: ModelSplit): readonly Factor[] {
  const { shares: say } = words;
  const { matrices, dModel, dFf, ratio, biases, built } = split;
  return [
    { value: words.whole(matrices), name: matrices === 3 ? say.matrices.three : say.matrices.two },
    { sign: '×' },
    { value: words.whole(dModel), name: say.dModel },
    { sign: '×' },
    { value: words.whole(dFf), name: say.times(ratio) },
    ...(biases === 0 ? [] : [{ sign: '+' }, { value: words.whole(biases), name: say.biases }]),
    { sign: '=' },
    { value: words.whole(built.feedForward), name: say.asBuilt },
  ];
}

/** Where attention and feed-forward are in an encoder layer and in a decoder layer. */
export function sublayerPanel({ engine }: FeedForwardRun, width: number): TemplateResult {
  const { sublayers: say } = words;
  const kinds: readonly LayerKind[] = ['encoder', 'decoder'];
  return html`<section>
    <h3>${say.title}</h3>
    <p class="note">${say.note}</p>
    <div class="layers">
      ${kinds.map((kind) => {
        const count = countSublayers(engine, kind);
        return html`<div>
          <h4>${say.names[kind]}</h4>
          <p class="note">${say.list[kind]}</p>
          ${pictureView('drawing', sublayerDrawing(kind, count, width >= 980))}
          <p class="share">${say.share(kind, count)}</p>
        </div>`;
      })}
    </div>
  </section>`;
}
