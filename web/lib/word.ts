import { html, type TemplateResult } from 'lit';

/** A word of the example, as it stands in a sentence. */
export const word = (token: string): TemplateResult =>
  html`<i class="word"><bdi>${token}</bdi></i>`;
