import { html, type TemplateResult } from 'lit';

/** A token of the example, for use inside a sentence. */
export const word = (token: string): TemplateResult =>
  html`<i class="word"><bdi>${token}</bdi></i>`;
