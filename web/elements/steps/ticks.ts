import { css, html, type TemplateResult } from 'lit';
import type { Step } from './list.js';
import { words } from './words/index.js';
import { isBrowserShortcut, stepAlong } from '../../lib/row-keys.js';
import { headColour } from '../../ui/swatch.js';

/** What the ticks show, and what they do on input. */
interface TicksProps {
  readonly steps: readonly Step[];
  /** Counts from 1. */
  readonly step: number;
  readonly title: string;
  readonly go: (step: number) => void;
}

/** A slider with one tick per step, grouped by head. It is one tab stop. */
export function ticks({ steps, step, title, go }: TicksProps): TemplateResult {
  const { place, ticks: name } = words;
  return html`<div
    class="ticks"
    role="slider"
    tabindex="0"
    aria-label=${name}
    aria-valuemin="1"
    aria-valuemax=${steps.length}
    aria-valuenow=${step}
    aria-valuetext="${place(step, steps.length)}: ${title}"
    @keydown=${(event: KeyboardEvent) => onKey(event, steps, step, go)}
    @pointerdown=${(event: PointerEvent) => {
      (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
      go(nearest(event));
    }}
    @pointermove=${(event: PointerEvent) => {
      const isDragged = (event.currentTarget as HTMLElement).hasPointerCapture(event.pointerId);
      if (isDragged) go(nearest(event));
    }}
  >
    ${steps.map(({ head }, index) => {
      const startsGroup = index > 0 && steps[index - 1]!.head !== head;
      const state = index + 1 === step ? 'now' : index + 1 < step ? 'past' : 'coming';
      const colour = head === null ? 'var(--mh-ink-3)' : headColour(head);
      return html`<span
        class="${state} ${startsGroup ? 'begins' : ''}"
        .style=${`--head:${colour}`}
      ></span>`;
    })}
  </div>`;
}

/** Arrow keys move by a step (mirrored in right-to-left text), Page Up and Page Down by a head. */
function onKey(
  event: KeyboardEvent,
  steps: readonly Step[],
  step: number,
  go: (step: number) => void,
) {
  if (isBrowserShortcut(event)) return;
  const { direction } = getComputedStyle(event.currentTarget as Element);
  const along = stepAlong(event, direction);
  const groups = steps.flatMap(({ head }, i) => (steps[i - 1]?.head === head ? [] : [i + 1]));
  const to: Record<string, number | undefined> = {
    ArrowLeft: step + along,
    ArrowRight: step + along,
    ArrowUp: step + 1,
    ArrowDown: step - 1,
    Home: 1,
    End: steps.length,
    PageUp: groups.find((first) => first > step) ?? steps.length,
    PageDown: groups.filter((first) => first < step).at(-1) ?? 1,
  };
  const next = to[event.key];
  if (next === undefined) return;
  event.preventDefault();
  go(Math.max(1, Math.min(next, steps.length)));
}

/** The step whose tick is nearest to the pointer. */
function nearest({ currentTarget, clientX }: PointerEvent): number {
  const distances = Array.from((currentTarget as Element).children, (tick) => {
    const { left, right } = tick.getBoundingClientRect();
    return Math.abs((left + right) / 2 - clientX);
  });
  return distances.indexOf(Math.min(...distances)) + 1;
}

export const tickStyles = css`
  .ticks {
    display: flex;
    align-items: flex-end;
    gap: 2px;
    inline-size: fit-content;
    max-inline-size: 100%;
    min-block-size: var(--mh-target);
    padding-block: 6px;
    cursor: pointer;
    touch-action: pan-y;
  }
  .ticks span {
    flex: 0 1 18px;
    inline-size: 18px;
    min-inline-size: 2px;
    block-size: 6px;
    background: var(--head);
    transition: block-size var(--mh-state) var(--mh-ease);
    forced-color-adjust: none;
  }
  .ticks .begins {
    margin-inline-start: 6px;
  }
  .ticks .now {
    block-size: 20px;
  }
  .ticks .coming {
    opacity: 0.35;
  }
`;
