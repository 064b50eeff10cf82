import { css } from 'lit';
import { controlRow, smallText } from '../../ui/style-parts.js';

export const alignmentStyles = css`
  .sizes {
    ${controlRow}
    gap: 8px 48px;
    margin-block-end: 16px;
  }
  .sizes .hint {
    flex: 1 1 24rem;
    max-inline-size: 42.5rem;
  }
  .sizes .range {
    min-inline-size: min(12rem, 100%);
  }
  .two {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: 24px 40px;
  }
  .aligned h4 {
    margin: 0;
    font: 600 var(--mh-label) var(--mh-font-ui);
  }
  .aligned .about {
    ${smallText}
  }
  .ghost-and-rows {
    display: flex;
    flex-wrap: wrap;
    gap: 16px 28px;
    margin-block: 12px;
  }
  .ghost {
    flex: none;
    max-inline-size: 100%;
    font: 600 var(--mh-cell) var(--mh-font-ui);
    fill: var(--mh-ink);
    forced-color-adjust: none;
  }
  .ghost .frame {
    fill: none;
    stroke: var(--mh-ink);
    stroke-width: 2;
  }
  .rows-of-heads {
    display: grid;
    align-content: start;
    gap: 6px;
    max-inline-size: 100%;
    overflow-x: auto;
  }
  .key-names {
    display: flex;
    gap: 1px;
    padding-inline-start: 2.25rem;
    ${smallText}
  }
  .key-names span {
    inline-size: 2rem;
    text-align: center;
    white-space: nowrap;
  }
  .rows-of-heads .of-head {
    display: flex;
    align-items: center;
    gap: 6px;
    margin: 0;
  }
  .head-name {
    display: flex;
    align-items: center;
    gap: 4px;
    inline-size: 1.875rem;
  }
  .rows-of-heads .end {
    padding-inline-start: 8px;
    justify-content: flex-start;
  }
  .verdict {
    display: flex;
    gap: 10px;
    max-inline-size: 32rem;
    min-block-size: 4.5rem;
    font: var(--mh-caption) var(--mh-font-ui);
  }
  .verdict .icon {
    flex: none;
    margin-block-start: 3px;
  }
  .verdict b {
    font-weight: 650;
  }
  .too-many {
    margin-block-start: 8px;
    max-inline-size: 42.5rem;
  }
  @container (inline-size < 62.5rem) {
    .two {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;
