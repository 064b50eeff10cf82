import { escapeHtml } from './escape-text.js';
import { fieldNames, flagNames, readFields, writeFields, type Fields } from './state-fields.js';

/** Reads the states of an element, and writes them as attributes and addresses. */
export interface StateFormat<State> {
  /** The element's tag. */
  readonly tag: string;
  /** The names of the fields in attributes and addresses. */
  readonly names: readonly string[];
  /** The names among them that are boolean attributes. */
  readonly flags: readonly string[];
  /** The state without any attributes. */
  readonly start: State;
  /** Makes a valid state from anything. Missing and invalid fields are taken from `base`. */
  parse(input: unknown, base?: State): State;
  /** The fewest parameters from which `parse` restores this state. */
  toParameters(state: State): Record<string, string>;
}

/**
 * The format of a state whose fields are all attributes.
 * @param settle  makes the fields fit each other: a chosen head, for example, the number of heads
 */
export function stateFormat<State>({
  tag,
  start,
  fields,
  settle = (state) => state,
}: {
  readonly tag: string;
  readonly start: State;
  readonly fields: Fields<State>;
  readonly settle?: (state: State) => State;
}): StateFormat<State> {
  return {
    tag,
    names: fieldNames(fields),
    flags: flagNames(fields),
    start,
    parse: (input, base = start) => settle({ ...base, ...readFields(input, fields) }),
    toParameters: (state) => writeFields(state, start, fields),
  };
}

/** The address that shows this state. `base` is the page's address up to and with its hash. */
export function stateAddress<State>(
  base: string,
  format: StateFormat<State>,
  state: State,
): string {
  const parameters = new URLSearchParams(format.toParameters(state)).toString();
  return base + (parameters ? `?${parameters}` : '');
}

/** An element and its attributes; those in `flags` are boolean. */
export interface ElementText {
  readonly tag: string;
  readonly flags: readonly string[];
  readonly attributes: Readonly<Record<string, string>>;
}

export function elementMarkup({ tag, flags, attributes }: ElementText): string {
  const written = Object.entries(attributes).map(([name, text]) =>
    flags.includes(name) && text === '1' ? ` ${name}` : ` ${name}="${escapeHtml(text)}"`,
  );
  return `<${tag}${written.join('')}></${tag}>`;
}

/** The element that shows this state. */
export const stateElement = <State>(
  { tag, flags, toParameters }: StateFormat<State>,
  state: State,
): ElementText => ({ tag, flags, attributes: toParameters(state) });

/** HTML that shows this state on another page. */
export const stateMarkup = <State>(format: StateFormat<State>, state: State): string =>
  elementMarkup(stateElement(format, state));
