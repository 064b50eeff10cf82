import { css } from 'lit';
import { chosenTab } from './style-parts.js';

/** Tabs with text labels: the chosen one has a bar of 3 px below it. */
export const tabStyles = css`
  [role='tablist'] {
    display: flex;
    gap: 20px;
    margin-block: 8px 16px;
    overflow-x: auto;
    border-block-end: 1px solid var(--mh-hair);
    scrollbar-width: thin;
  }
  [role='tab'] {
    flex: none;
    min-block-size: var(--mh-target);
    padding: 4px 0;
    border: 0;
    border-block-end: 3px solid transparent;
    background: none;
    color: var(--mh-ink-2);
    font: var(--mh-control) var(--mh-font-ui);
    cursor: pointer;
  }
  [role='tab']:focus-visible {
    outline-offset: -2px;
  }
  [role='tab'][aria-selected='true'] {
    ${chosenTab}
  }
  @media (forced-colors: active) {
    [role='tab'] {
      border-color: Canvas;
    }
    [role='tab'][aria-selected='true'] {
      border-color: Highlight;
    }
  }
  @media print {
    [role='tablist'] {
      display: none;
    }
  }
`;
