import type { LitElement } from 'lit';

/** Shows a text that screen readers announce, also if it is the same as before: it is removed first. */
export function sayAgain(host: LitElement, show: (text: string) => void, text: string) {
  show('');
  void host.updateComplete.then(() => show(text));
}
