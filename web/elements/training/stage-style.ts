import { css } from 'lit';
import { drawing, legendBeside } from '../../ui/style-parts.js';
import { hintRow } from '../../ui/row-style.js';

export const stageStyles = css`
  .runs {
    margin-block-end: 24px;
    border-block-start: 1px solid var(--mh-hair);
  }
  .runs li {
    display: grid;
    grid-template-columns: 3rem minmax(9rem, 1.15fr) 8rem 7rem minmax(16rem, 2fr);
    gap: 2px 16px;
    padding-block: 12px;
    border-block-end: 1px solid var(--mh-hair);
  }
  .runs .name {
    display: flex;
    align-items: center;
    gap: 14px;
    white-space: nowrap;
  }
  .line {
    inline-size: 26px;
    border-block-start: 2.5px solid var(--mh-ink);
    forced-color-adjust: none;
  }
  .line.b {
    border-block-start: 2px solid var(--mh-line);
  }
  .charts {
    display: grid;
    gap: 24px 48px;
  }
  .charts.beside {
    grid-template-columns: 48fr 52fr;
  }
  .small {
    display: grid;
    grid-template-columns: repeat(var(--columns), minmax(0, 1fr));
    gap: 12px 32px;
    margin-block-start: 8px;
    font: var(--mh-label) var(--mh-font-ui);
  }
  .chart {
    ${drawing}
    font-family: var(--mh-font-ui);
  }
  .player {
    display: grid;
    grid-template-columns: auto auto minmax(12rem, 1fr) auto;
    align-items: center;
    gap: 12px 16px;
    margin-block-start: 24px;
  }
  .player .filled {
    min-inline-size: 6.5rem; /* as wide as "Run again", so that nothing moves */
  }
  .scrubber {
    display: flex;
    align-items: center;
    gap: 16px;
  }
  .scrubber input {
    flex: 1;
    min-inline-size: 6rem;
    min-block-size: var(--mh-target);
    margin: 0;
    accent-color: var(--mh-ink);
    direction: ltr; /* steps always go from left to right */
  }
  .scrubber span {
    min-inline-size: 8.5rem;
    white-space: nowrap;
  }
  .player .segments {
    display: flex;
    align-items: center;
    gap: 12px;
  }
  .player legend {
    ${legendBeside}
  }
  .further {
    ${hintRow}
  }
  .history {
    display: flex;
    gap: 24px;
  }
`;
