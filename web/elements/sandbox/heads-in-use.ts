import { css, html, type TemplateResult } from 'lit';
import { colourIndex, swatch } from '../../ui/swatch.js';

/** One toggle per head. A head that is not in use adds nothing to the output. */
export function headsInUse(control: {
  readonly label: string;
  readonly heads: number;
  readonly removed: readonly number[];
  /** All heads have the colour of head 0. */
  readonly tie: boolean;
  readonly set: (removed: readonly number[]) => void;
}): TemplateResult {
  const { label, heads, removed, tie, set } = control;
  return html`<fieldset class="control segments heads">
    <legend>${label}</legend>
    <form method="dialog">
      ${Array.from({ length: heads }, (_, head) => {
        const isInUse = !removed.includes(head);
        return html`<button
          type="button"
          aria-pressed=${isInUse}
          @click=${() => set(flipped(removed, head))}
        >
          ${swatch(colourIndex(head, tie), isInUse)} ${head}
        </button>`;
      })}
    </form>
  </fieldset>`;
}

const flipped = (heads: readonly number[], head: number) =>
  heads.includes(head)
    ? heads.filter((other) => other !== head)
    : [...heads, head].sort((a, b) => a - b);

export const headsInUseStyles = css`
  .heads .swatch {
    flex: none;
    min-block-size: 0;
    padding: 0;
  }
  .heads button {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 6px;
    flex: 1 0 auto; /* if they wrap, rows have equal lengths */
    min-inline-size: 46px; /* not flex-basis: Firefox would ignore it in the box's width */
    min-block-size: var(--mh-target);
    padding: 3px 6px 0;
    border: 0;
    border-block-end: 3px solid transparent;
    background: none;
    color: var(--mh-ink-2);
  }
  .heads button + button {
    border-inline-start: 1px solid var(--mh-line);
  }
  .heads [aria-pressed='true'] {
    border-block-end-color: var(--mh-ink);
    color: var(--mh-ink);
  }
`;
