import { html, nothing, type TemplateResult } from 'lit';
import { spoken } from '../../lib/symbols.js';
import { drawBand } from './bands.js';
import { bandIds, codeSteps, stepsMaking, type BandId, type CodeStep } from './code.js';
import type { Spot } from './drawing.js';
import { picture, type PictureBoard } from './picture.js';
import type { Scene } from './scene.js';
import { groupOf, shapeOf, tensorIds, type TensorId } from './tensors.js';
import { headColour, swatch } from '../../ui/swatch.js';
import { tabs } from '../../ui/tabs.js';
import { words } from './words/index.js';

export interface StageBoard {
  readonly scene: Scene;
  readonly open: (tensor: TensorId, head?: number | null, sequence?: number | null) => void;
  readonly onKey: (event: KeyboardEvent) => void;
}

/** The whole layer from top to bottom, with its code. */
export function stage(board: StageBoard): TemplateResult {
  const { scene } = board;
  const { run } = scene;
  const chosen = stepsMaking(run.state.tensor, run);
  const steps = codeSteps(run);
  return html`<div class="bands" role="group" aria-label=${words.stage} @keydown=${board.onKey}>
    ${bandIds.map((id) => {
      const own = steps.filter(({ band }) => band === id);
      return html`<div class="band" data-band=${id}>
        ${id === 'lanes' && scene.layout.isAlone ? headTabs(board) : nothing}
        ${picture(drawBand(id, scene), pictureBoard(board))} ${axisRuler(id, scene)}
        <ol class="steps" aria-label=${words.code}>
          ${own.map((step) => codeStep(step, chosen.includes(step.id), board))}
        </ol>
      </div>`;
    })}
  </div>`;
}

/** Beside the code: as long as there is an axis of heads. */
function axisRuler(id: BandId, { run }: Scene): TemplateResult {
  if (id === 'project' || id === 'output') return html`<span></span>`;
  const lines = Array.from({ length: run.sizes.H }, (_, head) => head);
  return html`<span class="ruler ${id}" aria-hidden="true">
    ${lines.map((head) => html`<i .style=${`background:${headColour(head)}`}></i>`)}
  </span>`;
}

function codeStep(step: CodeStep, isLit: boolean, board: StageBoard): TemplateResult {
  const { run } = board.scene;
  const { title, sentence } = words.steps[step.id];
  return html`<li>
    <p class="title"><span>${step.number}</span> ${title}</p>
    <button
      type="button"
      class="code ${isLit ? 'lit' : ''}"
      aria-pressed=${isLit}
      dir="ltr"
      @click=${() => board.open(step.makes.at(-1)!)}
    >
      <span class="unseen">${words.stepName(step.number, title)}</span>
      ${step.lines.map((line) => html`<code>${line}</code>`)}
    </button>
    <p class="sentence">${sentence(run)}</p>
  </li>`;
}

function headTabs({ scene, open }: StageBoard): TemplateResult {
  const { state, sizes } = scene.run;
  return tabs({
    label: words.heads,
    ids: Array.from({ length: sizes.H }, (_, head) => head),
    chosen: state.head,
    text: (head) => html`${swatch(head)} ${words.head(head)}`,
    choose: (head) => open(state.tensor, head),
  });
}

function pictureBoard({ scene, open }: StageBoard): PictureBoard {
  const { run } = scene;
  const { state, sizes } = run;
  const isSame = (spot: Spot) => {
    if (spot.tensor !== state.tensor) return false;
    if (spot.head !== null && spot.head !== headOfSpot(spot)) return false;
    return (
      spot.sequence === null || spot.sequence === Math.min(state.sequence, scene.layout.blocks - 1)
    );
  };
  /** Before the lanes, each block of keys belongs to a group of heads. */
  const headOfSpot = ({ tensor }: Spot) =>
    tensor === 'ks' || tensor === 'vs' ? groupOf(state.head, sizes) : state.head;
  return {
    isChosen: isSame,
    isStop: isSame,
    name: ({ tensor, head, sequence }) =>
      words.spot(
        spoken(words.tensors[tensor](run)),
        `[${shapeOf(tensor, sizes).join(', ')}]`,
        head,
        sequence,
      ),
    choose: ({ tensor, head, sequence }) => {
      const isGroup = head !== null && (tensor === 'ks' || tensor === 'vs');
      open(tensor, isGroup ? headOfGroup(head, state.head, scene) : head, sequence);
    },
    open: (tensor) => open(tensor),
  };
}

const headOfGroup = (group: number, head: number, { run: { sizes } }: Scene) =>
  groupOf(head, sizes) === group ? head : (group * sizes.H) / sizes.G;

/** The tensor that an arrow key leads to; null for other keys. */
export function flowKey(key: string, tensor: TensorId): TensorId | null {
  const now = tensorIds.indexOf(tensor);
  const to = {
    ArrowRight: now + 1,
    ArrowDown: now + 1,
    ArrowLeft: now - 1,
    ArrowUp: now - 1,
    Home: 0,
    End: tensorIds.length - 1,
  }[key];
  return to === undefined
    ? null
    : (tensorIds[Math.max(0, Math.min(to, tensorIds.length - 1))] ?? null);
}
