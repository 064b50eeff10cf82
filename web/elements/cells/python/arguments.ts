/** Python's arguments, in the order in which a function of the engine takes them. */
import { fromPython, snakeCase } from './python-names.js';

export interface Parameter {
  readonly name: string;
  readonly isOptional: boolean;
  /** Takes the keywords that are no other parameter's. */
  readonly isRecord: boolean;
}

/** @param signature  as `engine-table.ts` writes it */
export function parametersOf(signature: string): readonly Parameter[] {
  const [names = ''] = signature.split(' -> ');
  return names
    .split(', ')
    .filter((name) => name !== '')
    .map((name) => ({
      name: name.replace(/^\*\*|\?$/gu, ''),
      isOptional: name.endsWith('?'),
      isRecord: name.startsWith('**'),
    }));
}

/**
 * @param given  by position: a record of settings may be there too, instead of keywords
 * @param named  by keyword
 * @throws TypeError with what Python would say
 */
export function inOrder(
  what: string,
  parameters: readonly Parameter[],
  given: readonly unknown[],
  named: Readonly<Record<string, unknown>>,
): unknown[] {
  const most = parameters.length;
  if (given.length > most) {
    const count = most === 1 ? '1 argument' : `${most} arguments`;
    throw new TypeError(`${what}() takes up to ${count}, not ${given.length}`);
  }
  const keywords = new Map(Object.entries(named));
  const values = parameters.map((parameter, i) =>
    parameter.isRecord ? given[i] : take(what, parameter, given[i], keywords),
  );
  const record = parameters.findIndex(({ isRecord }) => isRecord);
  if (record >= 0) values[record] = joined(values[record], keywords);
  else if (keywords.size > 0) {
    throw new TypeError(`${what}() has no argument '${[...keywords.keys()][0]}'`);
  }
  return values.map((value, i) => fromPython(value ?? undefined, parameters[i]!.name));
}

/** A value, of which None is none; its keyword is then used up. */
function take(
  what: string,
  { name, isOptional }: Parameter,
  given: unknown,
  keywords: Map<string, unknown>,
): unknown {
  const keyword = snakeCase(name);
  if (given !== undefined && keywords.has(keyword)) {
    throw new TypeError(`${what}() got two values for '${keyword}'`);
  }
  const value = given ?? keywords.get(keyword) ?? null;
  keywords.delete(keyword);
  if (value === null && !isOptional) throw new TypeError(`${what}() needs '${keyword}'`);
  return value;
}

function joined(record: unknown, keywords: ReadonlyMap<string, unknown>): unknown {
  if (keywords.size === 0) return record ?? {};
  return { ...(record as object | null), ...Object.fromEntries(keywords) };
}
