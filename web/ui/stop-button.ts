import type { TemplateResult } from 'lit';
import { button } from './buttons.js';

/** Takes the place of the button that started something, so a double click there must not stop it. */
export const stopButton = (
  label: string,
  stop: () => void,
  look: 'filled' | 'plain' = 'plain',
): TemplateResult =>
  button(
    label,
    (event) => {
      const isSecondClick = (event as MouseEvent).detail > 1;
      if (!isSecondClick) stop();
    },
    look,
  );
