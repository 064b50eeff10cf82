import { escapeText } from './file-text.js';

/** How the states of an element are read, and written into attributes and addresses. */
export interface StateFormat<State> {
  /** Of the element. */
  readonly tag: string;
  /** The names that its attributes and addresses have. */
  readonly names: readonly string[];
  /** Those that are there or not, as attributes are. */
  readonly flags: readonly string[];
  /** What is shown where nothing is said. */
  readonly start: State;
  /** A valid state from anything. What it does not say, or says wrongly, is as in `base`. */
  parse(given: unknown, base?: State): State;
  /** The shortest texts that `parse` makes this state of. */
  toParameters(state: State): Record<string, string>;
}

/** The address that shows this; `base` is the page's, up to its hash. */
export function addressOf<State>(base: string, format: StateFormat<State>, state: State): string {
  const parameters = new URLSearchParams(format.toParameters(state)).toString();
  return base + (parameters ? `?${parameters}` : '');
}

/** The element that shows this in another page. */
export function markupOf<State>(format: StateFormat<State>, state: State): string {
  const { flags, tag, toParameters } = format;
  const attributes = Object.entries(toParameters(state)).map(([name, text]) =>
    flags.includes(name) && text === '1' ? ` ${name}` : ` ${name}="${escapeText(text)}"`,
  );
  return `<${tag}${attributes.join('')}></${tag}>`;
}
