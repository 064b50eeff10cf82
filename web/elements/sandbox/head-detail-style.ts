import { css } from 'lit';
import { headTitle } from '../../ui/style-parts.js';

export const headDetailStyles = css`
  h3 {
    ${headTitle}
  }
  .explain {
    margin-block-end: 12px;
    color: var(--mh-ink-2);
  }
  .below {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 32px;
    align-items: center;
    margin-block-start: 12px;
  }
  output {
    font: var(--mh-caption) var(--mh-font-ui);
  }
  mh-heat-map {
    overflow-x: auto;
    padding: 4px;
    margin: -4px;
  }
`;
