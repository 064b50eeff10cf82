import type { LitElement, TemplateResult } from 'lit';

/** Shows a text that screen readers announce, also if it is the same as before: it is removed first. */
export function sayAgain<Text extends string | TemplateResult>(
  host: LitElement,
  show: (text: Text | '') => void,
  text: Text,
) {
  show('');
  void host.updateComplete.then(() => show(text));
}
