import { html, type TemplateResult } from 'lit';

/** What the core says is English in every language: a screen reader shall pronounce it so. */
export const inEnglish = (text: string | TemplateResult): TemplateResult =>
  html`<span lang="en">${text}</span>`;
