import { css } from 'lit';
import { captionText, wideButton } from '../../ui/style-parts.js';

export const patternCheckStyles = css`
  .message,
  form label,
  .keys {
    ${captionText}
  }
  .message {
    margin-block-start: 8px;
  }
  .message code {
    font: 0.875rem/1 var(--mh-font-mono);
    white-space: nowrap;
  }
  form label,
  .keys {
    font: var(--mh-label) var(--mh-font-ui);
  }
  form label {
    display: block;
    margin-block: 12px 6px;
  }
  .entry {
    display: block;
    padding-block: 7px;
    font: 0.875rem/1.375rem var(--mh-font-mono);
    resize: vertical;
  }
  .acts {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 16px;
    margin-block-start: 10px;
  }
  pre {
    margin: 0;
  }
  @media (pointer: coarse) {
    .keys {
      display: none;
    }
  }
  @container (inline-size < 400px) {
    .acts .filled {
      ${wideButton}
    }
  }
`;
