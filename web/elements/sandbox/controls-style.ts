import { css } from 'lit';
import { legendBeside, smallText } from '../../ui/style-parts.js';

/** The experiments above the picture. */
export const controlsStyles = css`
  .experiments {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr));
    gap: 4px 24px;
  }
  @container (inline-size >= 62rem) {
    .experiments {
      grid-template-columns: auto auto auto;
      justify-content: space-between;
    }
  }
  .experiments .segments {
    display: flex;
    align-items: center;
    gap: 8px;
  }
  .experiments legend {
    ${legendBeside}
  }
  .experiments legend,
  .experiments .switch {
    font: var(--mh-control) var(--mh-font-ui);
    color: var(--mh-ink);
  }
  .experiments .segments > form {
    inline-size: auto; /* sixteen heads wrap */
    min-inline-size: 0;
  }
  .experiments .segments label span {
    padding-inline: 8px;
  }
  .effect {
    min-block-size: 1rem;
    ${smallText}
  }
  .last {
    display: flex;
    align-items: flex-start;
    justify-content: space-between;
    gap: 4px 16px;
  }
  .reset {
    padding-block-start: 6px;
  }
  .reset-below {
    display: none; /* it is above the picture */
  }
`;
