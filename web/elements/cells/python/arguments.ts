/** Converts Python's arguments to the positional arguments of the engine's functions. */
import { fromPython, snakeCase } from './python-names.js';

export interface Parameter {
  readonly name: string;
  readonly isOptional: boolean;
  /** Collects all keywords that are not parameters. */
  readonly isRecord: boolean;
}

/** @param signature  in the format of `engine-table.ts` */
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
 * @param given  positional arguments; a record of settings may be one of them
 * @param named  keyword arguments
 * @throws TypeError with the message that Python would have
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

/** The value of a parameter, or null for None. Removes its keyword. */
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
