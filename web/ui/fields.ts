import { html, type TemplateResult } from 'lit';
import { field, type FieldControl, type Refusal } from './field.js';
import { uiWords } from './words/index.js';

/** A field for a whole number. */
export const integerField = (control: {
  label: string | TemplateResult;
  min: number;
  max: number;
  value: number;
  disabled?: boolean;
  refusal?: Refusal | null;
  set: (value: number) => void;
}): TemplateResult =>
  numberField({ ...control, step: '1' }, uiWords.fields.wholeNumber(control.min, control.max));

/** A field for any number. The core decides whether it is valid. */
export const decimalField = (control: {
  label: string | TemplateResult;
  value: number;
  refusal?: Refusal | null;
  set: (value: number) => void;
}): TemplateResult => numberField({ ...control, step: 'any' }, uiWords.fields.anyNumber);

function numberField(
  {
    value,
    set,
    ...control
  }: Omit<FieldControl, 'kind' | 'value' | 'refuse' | 'use'> & {
    value: number;
    set: (value: number) => void;
  },
  expected: string,
): TemplateResult {
  return html`${field({
    ...control,
    kind: 'number',
    value: String(value),
    refuse: (input) =>
      input.checkValidity() && input.value !== ''
        ? null
        : { words: uiWords.fields.notTaken(input.value, expected) },
    use: (input) => set(input.valueAsNumber),
  })}`;
}

/** A text field. `refuse` returns why a text cannot be used, or null. */
export const textField = ({
  value,
  refuse,
  set,
  ...control
}: {
  label: string | TemplateResult;
  value: string;
  refusal?: Refusal | null;
  refuse: (text: string) => string | null;
  set: (text: string) => void;
}): TemplateResult =>
  html`${field({
    ...control,
    kind: 'text',
    value,
    refuse: (input) => {
      const words = refuse(input.value);
      return words === null ? null : { words };
    },
    use: (input) => set(input.value),
  })}`;
