import { css } from 'lit';
import { optionStyles } from '../../ui/check/exercise-style.js';
import { radio } from '../../ui/style.js';
import { fieldName } from '../../ui/style-parts.js';

export const entryStyles = css`
  ${radio}
  ${optionStyles}
  .options {
    margin-block-start: 8px;
  }
  .option {
    padding-block: 4px;
  }
  .option [type='checkbox'] {
    border-radius: 3px;
  }
  .steps {
    margin-block-start: 8px;
  }
  .steps li {
    display: flex;
    align-items: center;
    gap: 8px;
    padding-block: 4px;
    border-block-end: 1px solid var(--mh-hair);
  }
  .steps .place {
    flex: none;
    inline-size: 20px;
    color: var(--mh-ink-3);
  }
  .steps .step {
    flex: 1;
    min-inline-size: 0;
    font: var(--mh-caption) var(--mh-font-ui);
  }
  .movers {
    display: flex;
    flex: none;
    gap: 8px;
  }
  .steps button {
    min-inline-size: 72px;
    padding-inline: 10px;
  }
  .steps [aria-disabled] {
    color: var(--mh-ink-3);
    border-color: var(--mh-hair);
    cursor: default;
  }
  @container (inline-size < 480px) {
    .steps li {
      flex-wrap: wrap;
    }
    .steps .step {
      flex-basis: calc(100% - 28px);
    }
    .movers {
      padding-inline-start: 28px;
    }
    .steps button {
      min-block-size: 44px;
    }
  }
  .line {
    display: block;
    margin-block-start: 12px;
  }
  .line span {
    ${fieldName}
  }
  .entry {
    max-inline-size: 420px;
    font: 0.875rem/1.25rem var(--mh-font-mono);
  }
  textarea.entry {
    padding-block: 8px;
    resize: vertical;
  }
`;
