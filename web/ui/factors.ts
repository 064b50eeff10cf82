import { css, html, type TemplateResult } from 'lit';
import { withSymbols } from './symbols.js';
import { hintText } from './style-parts.js';

/** A large number with its name below, or the sign between two. */
export type Factor =
  { readonly sign: string } | { readonly value: string; readonly name: string | TemplateResult };

/** A calculation in large numbers. */
export const factorRow = (factors: readonly Factor[]): TemplateResult =>
  html`<p class="product" dir="ltr">
    ${factors.map((factor) =>
      'sign' in factor
        ? html`<span class="sign">${factor.sign}</span>`
        : html`<span class="factor"
            ><b>${factor.value}</b><small>${withSymbols(factor.name)}</small></span
          >`,
    )}
  </p>`;

export const factorStyles = css`
  .product {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 12px;
    margin-block: 8px;
  }
  .factor {
    display: grid;
    justify-items: center;
    align-content: start;
  }
  .factor b,
  .sign {
    font: 400 1.5rem/2rem var(--mh-font-prose);
    font-variant-numeric: tabular-nums lining-nums;
  }
  .sign {
    color: var(--mh-ink-2);
  }
  .factor small {
    ${hintText}
  }
  @container (inline-size < 35rem) {
    .product {
      gap: 6px 10px;
    }
    .factor b,
    .sign {
      font-size: 1.25rem;
    }
  }
`;
