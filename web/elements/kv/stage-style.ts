import { css } from 'lit';
import { drawing, hintText, resultText } from '../../ui/style-parts.js';

export const stageStyles = css`
  .forms {
    display: grid;
    grid-template-columns: repeat(var(--abreast), minmax(0, 1fr));
    gap: 24px 40px;
  }
  .form h3 {
    display: flex;
    align-items: baseline;
    justify-content: space-between;
    gap: 12px;
    ${hintText}
  }
  .form h3 button {
    min-block-size: 24px;
    padding: 0;
    border: 0;
    background: none;
    color: var(--mh-ink);
    font: 600 var(--mh-control) var(--mh-font-ui);
  }
  .form h3 button:hover,
  .form h3 [aria-pressed='true'] {
    text-decoration: underline;
    text-decoration-thickness: 2px;
    text-underline-offset: 4px;
  }
  .form b {
    ${resultText}
  }
  .about {
    ${hintText}
    margin-block-end: 12px;
  }
  .drawing {
    position: relative;
    max-inline-size: 100%;
  }
  .drawing > mh-map-picture,
  .over {
    position: absolute;
  }
  .marks {
    position: relative;
    ${drawing}
    font-family: var(--mh-font-ui);
    font-variant-numeric: tabular-nums;
    pointer-events: none;
  }
  .over {
    margin: 0;
    padding: 0;
    border: 0;
    background: none;
  }
  .column:hover {
    outline: 1px dashed var(--mh-line);
  }
  .ring {
    border-radius: 50%;
    touch-action: none;
    cursor: grab;
  }
  .ring:active {
    cursor: grabbing;
  }
  .moved {
    max-inline-size: 55rem;
    min-block-size: 2.5rem;
    margin-block-start: 12px;
  }
  .scales {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 40px;
    margin-block-start: 8px;
  }
`;
