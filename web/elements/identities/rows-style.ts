import { css } from 'lit';
import { columnHead } from '../../ui/style-parts.js';

export const rowStyles = css`
  .line {
    position: relative;
    display: grid;
    grid-template-columns:
      1.5rem minmax(9rem, 1.25fr) 8.75rem 1.75rem 10.125rem minmax(6.5rem, 1fr)
      8.25rem 5.25rem minmax(10.5rem, 1.1fr);
    grid-template-areas: 'index name left relation right other where number break';
    gap: 0 12px;
    align-items: center;
    min-block-size: 4.125rem;
    padding-block: 6px;
    border-block-end: 1px solid var(--mh-hair);
    font: var(--mh-label) var(--mh-font-ui);
  }
  .index {
    grid-area: index;
    padding-inline-start: 4px;
    color: var(--mh-ink-3);
  }
  .line .name {
    grid-area: name;
    display: grid;
  }
  .left {
    grid-area: left;
  }
  .relation {
    grid-area: relation;
    text-align: center;
    font-size: 1.25rem;
  }
  .right {
    grid-area: right;
  }
  .line .other {
    grid-area: other;
  }
  .line .where {
    grid-area: where;
  }
  .line .number {
    grid-area: number;
    text-align: end;
    font: var(--mh-control) var(--mh-font-ui);
    white-space: nowrap;
  }
  .line .break {
    grid-area: break;
    padding-inline-start: 12px;
  }
  .words,
  .break > span {
    color: var(--mh-ink-2);
    line-height: 1.125rem;
  }
  .title {
    padding: 0;
    border: 0;
    background: none;
    text-align: start;
    font: 500 var(--mh-control) var(--mh-font-ui);
  }
  /* The whole row opens its detail. */
  .title::after {
    content: '';
    position: absolute;
    inset: 0;
  }
  .title:focus-visible {
    outline: none;
  }
  .title:focus-visible::after {
    outline: 2px solid var(--mh-ink);
    outline-offset: -2px;
  }
  .rows .break {
    position: relative;
  }
  .rows .line:hover .title {
    text-decoration-line: underline;
    text-decoration-thickness: 1px;
    text-underline-offset: 3px;
  }
  .open {
    background: var(--mh-sunk);
  }
  .open .title {
    font-weight: 600;
  }
  .broken .number {
    font-weight: 650;
  }
  .line.head {
    min-block-size: 0;
    align-items: end;
    ${columnHead}
  }
  .head .other {
    grid-area: right;
  }
  .head .where {
    position: relative;
    block-size: 1.25rem;
    white-space: nowrap;
    font: var(--mh-cell) var(--mh-font-ui);
  }
  .head .number {
    font: inherit;
    white-space: normal;
  }
  .head .where > span {
    position: absolute;
    inset-block-end: 0;
    inset-inline-start: 2px;
  }
  .head .where > :nth-child(2) {
    inset-inline-start: 1.25rem;
  }
  .head .where > :nth-child(3) {
    inset-inline-start: 6.875rem;
  }
  .rows + .hint {
    margin-block-start: 10px;
  }
  @container (inline-size < 68rem) {
    .line {
      grid-template-columns: 1.5rem 8.75rem 1.75rem 10.125rem minmax(0, 1fr) 5.25rem;
      grid-template-areas:
        'index name name name break break'
        '. left relation right where number'
        '. other other other other other';
      row-gap: 6px;
      padding-block: 12px;
    }
    .line.head {
      display: none;
    }
    .line .where {
      justify-self: end;
    }
  }
  @container (inline-size < 40rem) {
    .line {
      grid-template-columns: 1.75rem minmax(0, 1fr) 1.5rem minmax(0, 1fr);
      grid-template-areas:
        'index name name name'
        'left left relation right'
        'other other other other'
        'where where where number'
        'break break break break';
      gap: 6px 4px;
    }
    .line .where {
      justify-self: start;
    }
    .line .break {
      padding-inline-start: 0;
      min-block-size: 44px;
    }
  }
`;
