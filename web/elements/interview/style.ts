import { css } from 'lit';
import { controlStyles } from '../../ui/control-style.js';
import { embedStyles } from '../../ui/embeddable-element.js';
import { exerciseStyles } from '../../ui/check/exercise-style.js';
import { noticeStyles } from '../../ui/notice.js';
import { base, tokens } from '../../ui/style.js';
import {
  controlRow,
  fieldName,
  hintText,
  strongText,
  thinUnderline,
  wideButton,
} from '../../ui/style-parts.js';

export const interviewStyles = [
  tokens,
  base,
  controlStyles,
  noticeStyles,
  exerciseStyles,
  embedStyles,
  css`
    section {
      max-inline-size: 656px;
    }
    .choose,
    .title {
      display: none;
    }
    .count,
    .about {
      ${hintText}
    }
    h3,
    h4 {
      margin: 0;
      font: 600 var(--mh-caption) var(--mh-font-ui);
    }
    b {
      ${strongText}
    }
    .filters {
      ${controlRow}
      gap: 16px 24px;
      margin-block: 16px 12px;
    }
    .filters .field {
      min-inline-size: 160px;
    }
    .beside {
      margin-block-start: 8px;
      border-block-start: 1px solid var(--mh-hair);
    }
    .questions > li {
      padding-block: 8px;
      border-block-end: 1px solid var(--mh-hair);
    }
    h3 button {
      display: flex;
      align-items: baseline;
      gap: 12px;
      inline-size: 100%;
      min-block-size: var(--mh-target);
      padding: 6px 0;
      border: 0;
      background: none;
      font: inherit;
      font-weight: 500;
      text-align: start;
      text-wrap: pretty;
    }
    h3 button:hover {
      ${thinUnderline}
    }
    h3 button::before {
      content: '';
      flex: none;
      inline-size: 7px;
      block-size: 7px;
      margin-inline: 3px 4px;
      border-block-end: 1.6px solid;
      border-inline-end: 1.6px solid;
      transform: rotate(-45deg);
      transition: transform var(--mh-state) var(--mh-ease);
    }
    h3 button:dir(rtl)::before {
      transform: rotate(45deg);
    }
    h3 button[aria-expanded='true'] {
      font-weight: 600;
    }
    h3 button[aria-expanded='true']::before {
      transform: rotate(45deg);
    }
    h3 button[aria-expanded='true']:dir(rtl)::before {
      transform: rotate(-45deg);
    }
    .about {
      display: flex;
      flex-wrap: wrap;
      gap: 0 16px;
      padding-inline-start: 26px;
    }
    .stars {
      letter-spacing: 0.05em;
    }
    .body {
      display: grid;
      gap: 12px;
      padding: 12px 0 16px;
      padding-inline-start: 26px;
    }
    .note > span,
    legend {
      ${fieldName}
    }
    textarea {
      padding-block: 8px;
      font: var(--mh-caption) var(--mh-font-ui);
      resize: vertical;
    }
    .tick {
      display: flex;
      align-items: start;
      gap: 10px;
      padding-block: 6px;
      font: var(--mh-caption) var(--mh-font-ui);
      cursor: pointer;
    }
    .tick input {
      flex: none;
      inline-size: 18px;
      block-size: 18px;
      margin: 3px 0;
      accent-color: var(--mh-ink);
    }
    .model {
      margin-block-start: 8px;
    }
    .prose {
      display: grid;
      gap: 12px;
      font: var(--mh-prose) var(--mh-font-prose);
      font-size: 1.0625rem;
    }
    /* A formula stays on one line if it fits. */
    code {
      display: inline-block;
      max-inline-size: 100%;
      font-family: var(--mh-font-mono);
      font-size: 0.85em;
      word-spacing: -0.25em;
      overflow-wrap: break-word;
    }
    .row:not(.foot) {
      margin: 0;
    }
    .notice {
      margin-block: 16px;
    }
    @container (inline-size < 400px) {
      .body,
      .about {
        padding-inline-start: 0;
      }
      .row .filled {
        ${wideButton}
      }
    }
    @media (pointer: coarse) {
      .tick {
        padding-block: 10px;
      }
    }
    @media (prefers-reduced-motion: reduce) {
      h3 button::before {
        transition: none;
      }
    }
    @media print {
      .filters,
      .foot {
        display: none;
      }
      li {
        break-inside: avoid;
      }
    }
    /* The open question is next to the list. The last row takes the height it needs beyond the list. */
    @container (inline-size >= 60rem) {
      section {
        max-inline-size: none;
      }
      .beside {
        display: grid;
        grid-template-columns: minmax(0, 1fr) minmax(0, 41rem);
        grid-template-rows: repeat(var(--questions), auto) 1fr;
        column-gap: 48px;
      }
      .questions,
      .questions > li {
        display: contents;
      }
      .asked {
        grid-column: 1;
        padding-block: 8px;
        border-block-end: 1px solid var(--mh-hair);
      }
      .body,
      .choose {
        display: grid;
        grid-column: 2;
        grid-row: 1 / -1;
        align-self: start;
        position: sticky;
        inset-block-start: 0;
        padding: 16px 0;
      }
      .title {
        display: block;
        font: 600 var(--mh-question) var(--mh-font-ui);
      }
    }
  `,
];
