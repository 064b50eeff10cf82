import { css } from 'lit';
import { hintText } from '../../ui/style-parts.js';

export const rowStyles = css`
  .rows {
    font: var(--mh-control) var(--mh-font-ui);
  }
  .line {
    display: grid;
    grid-template-columns: 6.25rem 18rem minmax(12rem, 1fr) minmax(20.5rem, 1.1fr);
    gap: 4px 24px;
    align-items: center;
    min-block-size: 3.25rem;
    padding-block: 6px;
    border-block-end: 1px solid var(--mh-hair);
  }
  .head {
    min-block-size: 0;
    ${hintText}
    border-block-end-color: var(--mh-line);
  }
  .line:not(.head) .score {
    display: flex;
    align-items: flex-start;
    gap: 16px;
  }
  .score > input {
    flex: 1;
    min-inline-size: 0;
    block-size: var(--mh-target);
    margin: 0;
    accent-color: var(--mh-ink);
  }
  .score .entered {
    flex: 0 0 5.25rem;
  }
  .score .field > span {
    margin: 0;
  }
  .score .field input {
    text-align: end;
  }
  .score .refusal {
    inline-size: 11rem;
    margin-inline-start: -6rem;
  }
  .line:not(.head) :is(.power, .weight) {
    display: grid;
    align-items: center;
    gap: 12px;
  }
  .power {
    grid-template-columns: 7.25rem minmax(0, 1fr);
  }
  .weight {
    grid-template-columns: 9.75rem 3.5rem minmax(0, 1fr);
  }
  .number,
  .weight b {
    text-align: end;
    white-space: nowrap;
  }
  .number sup {
    font-size: 0.8em;
    line-height: 1;
  }
  .division {
    text-align: end;
    color: var(--mh-ink-2);
    white-space: nowrap;
  }
  .line b {
    font-weight: 650;
  }
  .bar {
    display: flex;
    block-size: 12px;
    forced-color-adjust: none;
  }
  .none {
    ${hintText}
  }
  .sum {
    border-block-end-color: var(--mh-hair);
  }
  .edit {
    grid-column: 1 / 3;
    display: flex;
    gap: 20px;
  }
  @container (inline-size < 62rem) {
    .head {
      display: none;
    }
    .line {
      grid-template-columns: 6.25rem minmax(0, 1fr);
      padding-block: 10px;
    }
    .line :is(.power, .weight, .edit) {
      grid-column: 1 / -1;
    }
  }
  @container (inline-size < 30rem) {
    .weight {
      grid-template-columns: 9.5rem 3rem minmax(0, 1fr);
    }
    .power {
      grid-template-columns: 9.5rem minmax(0, 1fr);
    }
    .line {
      grid-template-columns: 5.5rem minmax(0, 1fr);
      column-gap: 8px;
    }
  }
  /* Large text on a phone. */
  @container (inline-size < 16rem) {
    .line,
    .line:not(.head) :is(.power, .weight) {
      grid-template-columns: minmax(0, 1fr);
    }
    .number,
    .division,
    .weight b {
      text-align: start;
      white-space: normal;
      overflow-wrap: anywhere;
    }
  }
`;
