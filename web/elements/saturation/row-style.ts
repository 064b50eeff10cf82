import { css } from 'lit';
import { scaleKeyStyles } from '../../ui/scale-key.js';
import { hintText, inQuestion, smallText } from '../../ui/style-parts.js';

export const rowStyles = css`
  ${scaleKeyStyles}
  .rows {
    font: var(--mh-control) var(--mh-font-ui);
  }
  .line {
    display: grid;
    grid-template-columns: 9rem minmax(0, 1fr) 22rem;
    gap: 0 8px;
    align-items: center;
    margin-inline: -8px;
    padding: 4px 8px;
  }
  .line:nth-child(2) {
    margin-block-end: 10px;
  }
  .line.chosen {
    ${inQuestion}
  }
  .cells {
    display: grid;
    grid-template-columns: repeat(16, minmax(0, 1fr));
    gap: 2px;
    max-inline-size: 38rem;
    font: var(--mh-cell) var(--mh-font-ui);
    text-align: center;
  }
  .line:not(.head) .cells {
    forced-color-adjust: none;
  }
  .line:not(.head) .cells > span,
  .case .cells > span {
    display: grid;
    place-items: center;
    block-size: 34px;
  }
  .cells small {
    font-size: 0.6875rem;
    letter-spacing: -0.02em;
  }
  .head {
    ${hintText}
  }
  .facts {
    display: grid;
    grid-template-columns: repeat(4, 1fr);
    align-items: end;
    text-align: end;
  }
  .line .facts small {
    display: none;
    ${smallText}
  }
  .keys {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 36px;
    margin-block-start: 10px;
  }
  .keys .words {
    flex: 0 1 auto;
    order: -1;
  }
  @container (inline-size < 60rem) {
    .line {
      grid-template-columns: minmax(0, 1fr);
      gap: 4px;
      padding-block: 8px;
    }
    .line.head {
      display: none;
    }
    .facts {
      text-align: start;
    }
    .line .facts small {
      display: block;
    }
  }
  @container (inline-size < 36rem) {
    .line {
      margin-inline: 0;
    }
    .cells {
      gap: 1px;
    }
    .line:not(.head) .cells > span,
    .case .cells > span {
      block-size: 26px;
    }
    .cells small {
      display: none;
    }
  }
`;
