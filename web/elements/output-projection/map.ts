import { html, type TemplateResult } from 'lit';
import type { Tensor } from '../../../emscripten/package/contract.js';
import type { GridCell } from '../../lib/grid.js';
import { largestMagnitude } from '../../lib/tensor-view.js';
import type { ProjectionLayout } from './layout.js';
import type { ProjectionRun } from './run.js';
import type { OutputProjectionState } from './state.js';
import { words } from './words/index.js';

/** What every part of the picture needs. */
export interface ProjectionBoard {
  readonly run: ProjectionRun;
  readonly width: number;
  readonly theme: string;
  readonly choose: (change: Partial<OutputProjectionState>) => void;
}

/** A matrix of the picture, and what a click on one of its cells chooses. */
interface BoardMap {
  readonly matrix: Tensor;
  readonly limit: number;
  readonly name: string;
  readonly rows: 'tokens' | 'numbers';
  readonly ring: Partial<GridCell>;
  readonly choose: (cell: GridCell) => Partial<OutputProjectionState>;
}

/** The largest values of the three scales: the heads, W_O, and all products and outputs. */
export const limits = ({ combined, wo, products, output, sum }: ProjectionRun) => ({
  heads: largestMagnitude(combined),
  wo: largestMagnitude(wo),
  products: Math.max(...[products, output, sum].map(largestMagnitude)),
});

/** A matrix as a heat map. */
export function boardMap(
  board: ProjectionBoard,
  layout: ProjectionLayout,
  map: BoardMap,
): TemplateResult {
  const { run, theme, choose } = board;
  const [height = 0, width = 0] = map.matrix.shape;
  const numbers = (count: number) => Array.from({ length: count }, (_, i) => String(i));
  return html`<mh-heat-map
    painted
    kind="signed"
    .matrix=${map.matrix}
    .limit=${map.limit}
    .rows=${map.rows === 'tokens' ? run.state.tokens : numbers(height)}
    .columns=${numbers(width)}
    .cell=${layout.cell}
    .gap=${layout.gap}
    .labelWidth=${0}
    .marked=${map.ring}
    .labelCell=${words.cell}
    .name=${words.grid(map.name, height, width)}
    .theme=${theme}
    @cell-pin=${({ detail }: CustomEvent<GridCell>) => choose(map.choose(detail))}
  ></mh-heat-map>`;
}
