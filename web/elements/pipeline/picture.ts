import { html, type TemplateResult } from 'lit';
import { markViews, placeStyle } from '../../ui/marks.js';
import { rem } from '../../ui/text-scale.js';
import type { Drawing, Spot } from './drawing.js';
import type { TensorId } from './tensors.js';

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
        const { part } =
          (event.target as Element).closest<SVGElement>('[data-part]')?.dataset ?? {};
        if (part) board.open(part as TensorId);
      }}
    >
      ${markViews(drawing.marks)}
    </svg>
    ${drawing.spots.map((spot) => spotButton(spot, board))}
  </div>`;

function spotButton(spot: Spot, board: PictureBoard): TemplateResult {
  const { tensor, head, sequence } = spot;
  const isChosen = board.isChosen(spot);
  return html`<button
    type="button"
    class="spot"
    data-spot=${[tensor, head ?? '', sequence ?? ''].join()}
    aria-pressed=${isChosen}
    tabindex=${board.isStop(spot) ? 0 : -1}
    aria-label=${board.name(spot)}
    .style=${placeStyle(spot)}
    @click=${() => board.choose(spot)}
  ></button>`;
}
