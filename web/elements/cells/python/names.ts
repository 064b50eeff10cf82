/** Converts names between the engine's and Python's spelling. */

/** `toGrouped` is `to_grouped`. What is not spelled so, such as B and gpt2-small, stays. */
export const snakeCase = (name: string): string =>
  /^[a-z][a-zA-Z0-9]*$/u.test(name)
    ? name.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`)
    : name;

const camelCase = (name: string): string =>
  /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/u.test(name)
    ? name.replace(/_(.)/gu, (_, letter: string) => letter.toUpperCase())
    : name;

/** The name of a method. Python's keywords get an underscore: `with_`. */
export const methodName = (name: string): string => (name === 'with' ? 'with_' : snakeCase(name));

/** Records whose keys are not settings but names of sizes, letters or models. */
const withOwnKeys: readonly string[] = [
  ...['sizes', 'values', 'axes', 'holds', 'shouldHold', 'models'],
];

/** Converts an argument for the engine. Settings that are None are left out. */
export const fromPython = (value: unknown, name: string): unknown =>
  renamed(value, name, camelCase, null);

/** Converts a result for Python. */
export const toPython = (value: unknown, name: string): unknown =>
  renamed(value, name, snakeCase, undefined);

function renamed(
  value: unknown,
  name: string,
  rename: (key: string) => string,
  absent: null | undefined,
): unknown {
  if (Array.isArray(value)) return value.map((each) => renamed(each, '', rename, absent));
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  const keepsKeys = withOwnKeys.includes(name);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== absent)
      .map(([key, each]) => [keepsKeys ? key : rename(key), renamed(each, key, rename, absent)]),
  );
}
