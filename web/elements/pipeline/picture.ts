import { html, nothing, svg, type TemplateResult } from 'lit';
import { css as hex, shareColour } from '../../lib/colour.js';
import { shift, signedIn } from './paint.js';
import type { Drawing, Paint, PathMark, Run, Spot, TextMark } from './drawing.js';
import type { TensorId } from './tensors.js';
import { headColour } from '../../ui/swatch.js';
import { rem } from '../../ui/text-scale.js';

/** What a picture asks for, and which of its spots is chosen. */
export interface PictureBoard {
  readonly isChosen: (spot: Spot) => boolean;
  /** The one that Tab leads to. */
  readonly isStop: (spot: Spot) => boolean;
  readonly name: (spot: Spot) => string;
  readonly choose: (spot: Spot) => void;
  /** A label was clicked. */
  readonly open: (tensor: TensorId) => void;
}

/** A drawing in the page's colours, and over it a button for each tensor. */
export const picture = (drawing: Drawing, board: PictureBoard): TemplateResult =>
  html`<div
    class="picture"
    dir="ltr"
    .style=${`inline-size:${rem(drawing.width)};block-size:${rem(drawing.height)}`}
  >
    <svg
      aria-hidden="true"
      viewBox="0 0 ${drawing.width} ${drawing.height}"
      @click=${(event: Event) => {
        const tensor = (event.target as Element).closest<SVGElement>('[data-tensor]')?.dataset[
          'tensor'
        ];
        if (tensor) board.open(tensor as TensorId);
      }}
    >
      ${drawing.paths.map(path)}${drawing.texts.map(text)}
    </svg>
    ${drawing.spots.map((spot) => spotButton(spot, board))}
  </div>`;

function spotButton(spot: Spot, board: PictureBoard): TemplateResult {
  const { tensor, head, sequence, x, y, width, height } = spot;
  const isChosen = board.isChosen(spot);
  const place = `inset-inline-start:${rem(x)};inset-block-start:${rem(y)};inline-size:${rem(width)};block-size:${rem(height)}`;
  return html`<button
    type="button"
    class="spot"
    data-spot=${[tensor, head ?? '', sequence ?? ''].join()}
    aria-pressed=${isChosen}
    tabindex=${board.isStop(spot) ? 0 : -1}
    aria-label=${board.name(spot)}
    .style=${place}
    @click=${() => board.choose(spot)}
  ></button>`;
}

const path = ({ d, fill, stroke, width, opacity, tensor }: PathMark) =>
  svg`<path
    d=${d}
    data-tensor=${tensor ?? nothing}
    .style=${[
      `fill:${fill ? colour(fill) : 'none'}`,
      stroke ? `stroke:${colour(stroke)};stroke-width:${width ?? 1}` : '',
      opacity !== undefined && opacity < 1 ? `opacity:${opacity}` : '',
    ].join(';')}
  />`;

const text = ({ x, y, runs, anchor, paint, size, tensor }: TextMark) =>
  svg`<text
    x=${x}
    y=${y}
    data-tensor=${tensor ?? nothing}
    text-anchor=${anchor ?? 'start'}
    .style=${`fill:${colour(paint ?? { token: 'ink-2' })};font-size:${size ?? 13}px`}
  >${runs.map(run)}</text>`;

const run = ({ text, look }: Run, at: number, runs: readonly Run[]) =>
  svg`<tspan class=${look ?? ''} dy=${shift(at, runs) || nothing}>${text}</tspan>`;

function colour(paint: Paint): string {
  if ('token' in paint) return `var(--mh-${paint.token})`;
  if ('head' in paint) return headColour(paint.head);
  if ('share' in paint) return hex(shareColour(paint.share));
  const [light, dark] = ([0, 1] as const).map((theme) => signedIn(paint.signed, theme));
  return `light-dark(${light},${dark})`;
}
