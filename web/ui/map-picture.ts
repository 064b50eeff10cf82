import { css, html, type PropertyValues } from 'lit';
import type { Tensor } from '../../emscripten/package/index.js';
import { css as hex, shareColour, signedColour } from '../lib/colour.js';
import { BoxedElement } from './boxed-element.js';
import { followPrint } from './follow-print.js';
import { pullGap } from '../lib/map-layout.js';
import { rem, textScale } from './text-scale.js';
import { largestMagnitude } from '../lib/tensor-view.js';

/**
 * A matrix as a canvas without text, for small maps and for maps with very many cells. Its parent
 * describes it in words.
 */
export class MapPicture extends BoxedElement {
  static override properties = {
    matrix: { attribute: false },
    mask: { attribute: false },
    kind: {},
    limit: { attribute: false },
    cell: { type: Number },
    cellHeight: { type: Number },
    gap: { type: Number },
    pulled: { attribute: false },
  };
  declare matrix: Tensor | null;
  /** Keys are hidden (not filled) where this is -Infinity. */
  declare mask: Tensor | null;
  declare kind: 'share' | 'signed';
  /** The end of a signed scale that several maps share; null for the matrix's own. */
  declare limit: number | null;
  declare cell: number;
  /** 0: as high as wide. */
  declare cellHeight: number;
  declare gap: number;
  declare pulled: number | null;
  /** Paper is light, whatever the theme. */
  #isPrinting = false;

  static override styles = css`
    :host {
      display: block;
    }
    .box {
      forced-color-adjust: none;
    }
    /* Another theme is another colour of the text, and the end of its transition an event. */
    canvas {
      display: block;
      transition: color 1ms;
    }
  `;

  constructor() {
    super();
    this.matrix = null;
    this.mask = null;
    this.kind = 'share';
    this.limit = null;
    this.cell = 8;
    this.cellHeight = 0;
    this.gap = 1;
    this.pulled = null;
    followPrint(this, (isPrinting) => {
      this.#isPrinting = isPrinting;
      this.#paint();
    });
  }

  override render() {
    return html`<canvas @transitionend=${this.#paint}></canvas>`;
  }

  protected override updated(_changed: PropertyValues) {
    this.#paint();
  }

  #paint() {
    const canvas = this.renderRoot.querySelector('canvas');
    const context = canvas?.getContext('2d');
    if (!this.matrix || !canvas || !context) return;
    const [rows = 0, columns = 0] = this.matrix.shape;
    const { cell, gap, pulled } = this;
    const high = this.cellHeight || cell;
    const apart = pulled === null ? 0 : pullGap(cell);
    const density = devicePixelRatio * textScale();
    const width = columns * (cell + gap) - gap;
    const height = rows * (high + gap) - gap + 2 * apart;
    canvas.width = Math.max(1, Math.round(width * density));
    canvas.height = Math.max(1, Math.round(height * density));
    canvas.style.inlineSize = rem(width);
    canvas.style.blockSize = rem(height);
    context.scale(density, density);
    const colour = this.#colours();
    for (let row = 0; row < rows; row++) {
      const shift = pulled === null || row < pulled ? 0 : row === pulled ? apart : 2 * apart;
      for (let column = 0; column < columns; column++) {
        const place = row * columns + column;
        const value = this.matrix.data[place]!;
        if (!Number.isFinite(value) || this.mask?.data[place] === -Infinity) continue;
        context.fillStyle = colour(value);
        context.fillRect(column * (cell + gap), row * (high + gap) + shift, cell, high);
      }
    }
  }

  #colours(): (value: number) => string {
    if (this.kind === 'share') return (value) => hex(shareColour(value));
    const theme = !this.#isPrinting && isDark(getComputedStyle(this).color) ? 1 : 0;
    const limit = this.limit ?? largestMagnitude(this.matrix!);
    return (value) => hex(signedColour(value, limit, theme));
  }
}

/** Light text means a dark theme. */
const isDark = (ink: string) => Number(/\d+/u.exec(ink)?.[0] ?? 0) > 127;
