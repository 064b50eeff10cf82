import { css } from 'lit';
import {
  fieldName,
  highlighted,
  hintText,
  overLabel,
  strongText,
  thinUnderline,
} from './style-parts.js';

export const controlStyles = css`
  .control,
  .range input {
    display: block;
  }
  legend,
  .control.range > span,
  .control.field > span {
    ${fieldName}
    padding: 0;
  }
  .segments > form {
    display: flex;
    flex-wrap: wrap;
    inline-size: max-content;
    max-inline-size: 100%;
    background: var(--mh-stage);
    border: 1px solid var(--mh-line);
    border-radius: var(--mh-radius);
  }
  .segments label {
    position: relative;
    flex: 1 1 auto;
    display: flex;
  }
  .segments label + label {
    border-inline-start: 1px solid var(--mh-line);
  }
  .segments input {
    ${overLabel}
  }
  .segments span {
    flex: 1;
    display: flex;
    align-items: center;
    justify-content: center;
    min-block-size: calc(var(--mh-target) - 2px);
    padding-inline: 13px;
    white-space: nowrap;
  }
  .segments :checked + span {
    background: var(--mh-ink);
    color: var(--mh-page);
    outline: 1px solid var(--mh-ink);
  }
  .segments :focus-visible + span {
    outline: 2px solid var(--mh-ink);
    outline-offset: 3px;
    border-radius: 1px;
  }
  .switch {
    display: inline-flex;
    align-items: center;
    gap: 10px;
    min-block-size: var(--mh-target);
    cursor: pointer;
  }
  .switch input {
    appearance: none;
    flex: none;
    position: relative;
    inline-size: 36px;
    block-size: 20px;
    margin: 0;
    border: 1px solid var(--mh-line);
    border-radius: 10px;
    background: none;
    cursor: pointer;
    transition: background var(--mh-state) var(--mh-ease);
  }
  .switch input::after {
    content: '';
    position: absolute;
    inset-block-start: 3px;
    inset-inline-start: 3px;
    inline-size: 12px;
    block-size: 12px;
    border-radius: 50%;
    background: var(--mh-line);
    transition: inset-inline-start var(--mh-state) var(--mh-ease);
  }
  .switch input:checked {
    background: var(--mh-ink);
    border-color: var(--mh-ink);
  }
  .switch input:checked::after {
    inset-inline-start: 19px;
    background: var(--mh-page);
  }
  .range input {
    inline-size: 100%;
    min-inline-size: 120px;
    block-size: var(--mh-target);
    margin: 0;
    accent-color: var(--mh-ink);
  }
  .field input,
  .field select,
  .entry {
    min-block-size: var(--mh-target);
    inline-size: 100%;
    padding-inline: 10px;
    border: 1px solid var(--mh-line);
    border-radius: var(--mh-radius);
    background: var(--mh-stage);
    color: inherit;
    font: inherit;
    font-variant-numeric: inherit;
  }
  .entry::placeholder {
    color: var(--mh-ink-3);
    opacity: 1;
  }
  [aria-invalid='true'] {
    border-inline-start-width: 3px;
    border-color: var(--mh-ink);
  }
  .refusal {
    margin-block-start: 6px;
    ${hintText}
  }
  .refusal b {
    ${strongText}
  }
  .refusal button {
    margin-block-start: 8px;
    color: var(--mh-ink);
  }
  button {
    font: 500 var(--mh-control) var(--mh-font-ui);
    color: inherit;
    cursor: pointer;
  }
  button.plain,
  button.filled {
    min-block-size: var(--mh-target);
    padding: 6px 16px;
    border: 1px solid var(--mh-line);
    border-radius: var(--mh-radius);
    background: var(--mh-stage);
  }
  button.filled,
  button.plain[aria-pressed='true'] {
    background: var(--mh-ink);
    border-color: var(--mh-ink);
    color: var(--mh-page);
  }
  button.link {
    padding: 2px 0;
    min-block-size: 24px;
    border: 0;
    background: none;
    ${hintText}
    ${thinUnderline}
  }
  button.link:hover {
    color: var(--mh-ink);
  }
  button[disabled],
  .control:has(:disabled),
  .control :disabled {
    color: var(--mh-ink-3);
    cursor: default;
  }
  @media (pointer: coarse) {
    button.link {
      min-block-size: 44px;
    }
  }
  @media (forced-colors: active) {
    .segments :checked + span,
    .switch input:checked,
    button.filled,
    button.plain[aria-pressed='true'] {
      ${highlighted}
    }
    .switch input::after {
      background: ButtonText;
    }
  }
  @media print {
    .control,
    button:is(.plain, .filled, .link) {
      display: none !important;
    }
  }
`;
