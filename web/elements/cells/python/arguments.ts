/** Converts Python's arguments to the positional arguments of the engine's functions. */
import { fromPython, snakeCase } from './names.js';

export interface Parameter {
  readonly name: string;
  readonly isOptional: boolean;
  /** Collects all keywords that are not parameters. */
  readonly isRecord: boolean;
}

/** @param signature  in the format of `engine-table.ts` */
export function parseSignature(signature: string): readonly Parameter[] {
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
 * @param positional  positional arguments; a record of settings may be one of them
 * @param keywordArguments  keyword arguments
 * @throws TypeError with the message that Python would have
 */
export function orderArguments(
  what: string,
  parameters: readonly Parameter[],
  positional: readonly unknown[],
  keywordArguments: Readonly<Record<string, unknown>>,
): unknown[] {
  const max = parameters.length;
  if (positional.length > max) {
    const count = max === 1 ? '1 argument' : `${max} arguments`;
    throw new TypeError(`${what}() takes up to ${count}, not ${positional.length}`);
  }
  const keywords = new Map(Object.entries(keywordArguments));
  const values = parameters.map((parameter, i) =>
    parameter.isRecord ? positional[i] : takeValue(what, parameter, positional[i], keywords),
  );
  const record = parameters.findIndex(({ isRecord }) => isRecord);
  if (record >= 0) values[record] = joined(values[record], keywords);
  else if (keywords.size > 0) {
    throw new TypeError(`${what}() has no argument '${[...keywords.keys()][0]}'`);
  }
  return values.map((value, i) => fromPython(value ?? undefined, parameters[i]!.name));
}

/** The value of a parameter, or null for None. Removes its keyword. */
function takeValue(
  what: string,
  { name, isOptional }: Parameter,
  positional: unknown,
  keywords: Map<string, unknown>,
): unknown {
  const keyword = snakeCase(name);
  if (positional !== undefined && keywords.has(keyword)) {
    throw new TypeError(`${what}() got two values for '${keyword}'`);
  }
  const value = positional ?? keywords.get(keyword) ?? null;
  keywords.delete(keyword);
  if (value === null && !isOptional) throw new TypeError(`${what}() needs '${keyword}'`);
  return value;
}

function joined(record: unknown, keywords: ReadonlyMap<string, unknown>): unknown {
  if (keywords.size === 0) return record ?? {};
  return { ...(record as object | null), ...Object.fromEntries(keywords) };
}
