import { html, type TemplateResult } from 'lit';

/** Marks a message of the core as English, so that screen readers pronounce it correctly. */
export const inEnglish = (text: string | TemplateResult): TemplateResult =>
  html`<span lang="en">${text}</span>`;
