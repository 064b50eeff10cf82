import { css } from 'lit';
import { focusRing, hintText, strongText, wordText } from '../../ui/style-parts.js';

/** The picture, with the code beside it where there is room. */
export const pictureStyles = css`
  .band {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
  }
  .picture,
  .over {
    position: relative;
    max-inline-size: 100%;
  }
  svg {
    display: block;
    inline-size: 100%;
    block-size: 100%;
    overflow: visible;
    forced-color-adjust: none;
    font-family: var(--mh-font-ui);
  }
  text {
    paint-order: stroke;
    stroke: var(--mh-page);
    stroke-width: 5px;
    stroke-linejoin: round;
  }
  .on text {
    stroke: none;
  }
  svg [data-part] {
    cursor: pointer;
  }
  .math,
  .sub {
    ${wordText}
  }
  .math {
    font-size: 15px;
  }
  .sub {
    font-size: 11px;
  }
  .axis {
    font-weight: 700;
    fill: var(--mh-ink);
    text-decoration: underline;
    stroke: none; /* it would cover the underline */
  }
  text .bold {
    font-weight: 600;
  }
  .spot {
    position: absolute;
    padding: 0;
    border: 0;
    background: none;
    cursor: pointer;
  }
  .spot:hover {
    outline: 1px solid var(--mh-ink);
    outline-offset: 1px;
  }
  .picture .spot[aria-pressed='true'] {
    ${focusRing}
  }
  .picture .spot:focus-visible {
    outline: 3px solid var(--mh-ink);
    outline-offset: 4px;
  }
  .ruler {
    display: none;
  }
  .steps {
    display: flex;
    flex-direction: column;
    gap: 12px;
    margin-block: 8px 24px;
  }
  .title {
    font: 600 var(--mh-label) var(--mh-font-ui);
  }
  .title span {
    margin-inline-end: 6px;
    color: var(--mh-ink-3);
    font-weight: 400;
  }
  .code {
    display: block;
    inline-size: 100%;
    margin-block: 4px;
    padding-block: 3px;
    padding-inline: 5px 8px;
    border: 0;
    border-inline-start: 3px solid transparent;
    border-radius: var(--mh-radius);
    background: var(--mh-sunk);
    color: inherit;
    text-align: start;
  }
  .code code {
    display: block;
    font: 0.8125rem/1.25rem var(--mh-font-mono);
    overflow-wrap: anywhere;
  }
  .code.lit {
    border-color: var(--mh-ink);
    border-radius: 0;
    background: var(--mh-stage);
  }
  .sentence {
    ${hintText}
  }
  .sentence b {
    ${strongText}
  }
  @container (inline-size >= 56.25rem) {
    [data-band='split'] .picture {
      align-self: end;
    }
    .band > [role='tablist'] {
      grid-column: 1 / -1;
    }
    .band {
      grid-template-columns: minmax(0, 1fr) 30px 260px;
      column-gap: 10px;
    }
    .steps {
      justify-content: space-around;
      margin-block: 0;
      padding-block: 8px;
    }
    [data-band='project'] .steps {
      justify-content: center;
    }
    .ruler {
      display: flex;
      justify-content: center;
      gap: 1.5px;
      forced-color-adjust: none;
    }
    .ruler i {
      inline-size: 2px;
    }
    .ruler.split {
      margin-block-start: 60px;
      border-block-start: 2px solid var(--mh-ink);
    }
    .ruler.merge {
      border-block-end: 2px solid var(--mh-ink);
    }
  }
`;
