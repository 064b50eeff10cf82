/** An error in a file. `at` is a JSON Pointer, such as /options/2/value. */
export interface Problem {
  readonly at: string;
  readonly message: string;
}

/** The keywords of JSON Schema that quiz.schema.json uses. */
export interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly description?: string;
  /** How messages name the pattern. */
  readonly $comment?: string;
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly propertyNames?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Checks a value against a schema, with a message for each problem. A general validator would be
 * larger than all our quizzes, and most compile schemas to code, which strict pages forbid.
 */
export function schemaProblems(value: unknown, schema: Schema, root = schema, at = ''): Problem[] {
  const check = (part: unknown, rule: Schema, where: string) =>
    schemaProblems(part, rule, root, where);
  if (schema.$ref !== undefined) {
    return check(value, root.$defs![schema.$ref.split('/').at(-1)!]!, at);
  }
  if (schema.type !== undefined && !hasType(value, schema.type)) {
    return [{ at, message: `is ${nameOf(value)}, but must be ${types[schema.type]}` }];
  }
  const messages = [
    ...ofChoice(value, schema),
    ...(typeof value === 'string' ? ofText(value, schema) : []),
    ...(typeof value === 'number' ? ofNumber(value, schema) : []),
    ...(Array.isArray(value) ? ofCount(value.length, schema.minItems, schema.maxItems) : []),
    ...(isFields(value) ? ofFields(value, schema) : []),
  ];
  return [
    ...messages.map((message) => ({ at, message })),
    ...(isFields(value) ? unknownFields(value, schema, at) : []),
    ...partsOf(value, schema, at).flatMap(([part, rule, where]) => check(part, rule, where)),
    ...ofAlternatives(value, schema, at, check),
  ];
}

const types: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function typeOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}

function hasType(value: unknown, type: string): boolean {
  if (type === 'integer') return Number.isInteger(value);
  return typeOf(value) === type && (type !== 'number' || Number.isFinite(value));
}

const nameOf = (value: unknown): string =>
  typeof value === 'boolean' || value === null ? String(value) : types[typeOf(value)]!;

/** A value as it is in the file, shortened. */
function quote(value: unknown): string {
  const text = typeof value === 'string' ? value : nameOf(value);
  return `'${text.length > 40 ? `${text.slice(0, 40)}…` : text}'`;
}

function ofChoice(value: unknown, schema: Schema): string[] {
  if (schema.enum && !schema.enum.includes(value as string)) {
    return [`${quote(value)} is none of ${schema.enum.join(', ')}`];
  }
  if ('const' in schema && value !== schema.const) {
    return [`must be ${JSON.stringify(schema.const)}`];
  }
  return [];
}

function ofText(text: string, schema: Schema): string[] {
  const { pattern, $comment: form = pattern, minLength = 0, maxLength = Infinity } = schema;
  const { length } = [...text];
  const isOtherForm = pattern !== undefined && !new RegExp(pattern, 'u').test(text);
  return [
    ...(length < minLength ? [`has ${length} characters, needs ${minLength} or more`] : []),
    ...(length > maxLength ? [`has ${length} characters, up to ${maxLength} are allowed`] : []),
    ...(isOtherForm ? [`${quote(text)} does not have the form ${form}`] : []),
  ];
}

function ofNumber(value: number, { minimum, maximum, exclusiveMinimum }: Schema): string[] {
  return [
    ...(minimum !== undefined && value < minimum ? [`is ${value}, needs ${minimum} or more`] : []),
    ...(maximum !== undefined && value > maximum
      ? [`is ${value}, up to ${maximum} is allowed`]
      : []),
    ...(exclusiveMinimum !== undefined && value <= exclusiveMinimum
      ? [`is ${value}, must be greater than ${exclusiveMinimum}`]
      : []),
  ];
}

function ofCount(count: number, least = 0, most = Infinity): string[] {
  if (count < least) return [`has ${count} entries, needs ${least} or more`];
  return count > most ? [`has ${count} entries, up to ${most} are allowed`] : [];
}

function ofFields(value: Fields, schema: Schema): string[] {
  const { required = [], dependentRequired = {} } = schema;
  const names = Object.keys(value);
  const needed = [
    ...required,
    ...Object.entries(dependentRequired).flatMap(([name, others]) =>
      Object.hasOwn(value, name) ? others : [],
    ),
  ];
  return [
    ...needed.filter((name) => !Object.hasOwn(value, name)).map((name) => `'${name}' is missing`),
    ...ofCount(names.length, schema.minProperties, schema.maxProperties),
  ];
}

/** Each is reported where it is, so that its own line is found. */
function unknownFields(value: Fields, schema: Schema, at: string): Problem[] {
  const { additionalProperties, properties = {} } = schema;
  if (additionalProperties !== false) return [];
  return Object.keys(value)
    .filter((name) => !Object.hasOwn(properties, name))
    .map((name) => ({ at: placeIn(at, name), message: 'is not a known field here' }));
}

const placeIn = (at: string, name: string) => `${at}/${name.slice(0, 40)}`;

/** The parts of a value, each with its own schema and location. */
function partsOf(value: unknown, schema: Schema, at: string): [unknown, Schema, string][] {
  const { items, properties = {}, propertyNames, additionalProperties } = schema;
  if (Array.isArray(value)) {
    return items ? value.map((each, index) => [each, items, `${at}/${index}`]) : [];
  }
  if (!isFields(value)) return [];
  return Object.entries(value).flatMap(([name, each]): [unknown, Schema, string][] => {
    const own = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    const where = placeIn(at, name);
    return [
      ...(propertyNames ? [[name, propertyNames, where] as [unknown, Schema, string]] : []),
      ...(typeof own === 'object' ? [[each, own, where] as [unknown, Schema, string]] : []),
    ];
  });
}

/** If no alternative fits, reports the problems of the one that comes closest. */
function ofAlternatives(
  value: unknown,
  { oneOf, anyOf }: Schema,
  at: string,
  check: (value: unknown, schema: Schema, at: string) => Problem[],
): Problem[] {
  const alternatives = oneOf ?? anyOf;
  if (!alternatives) return [];
  const found = alternatives.map((each) => check(value, each, at));
  const fitting = found.filter((problems) => problems.length === 0).length;
  if (fitting === 1 || (fitting > 1 && anyOf)) return [];
  const names = alternatives.map(({ required }) => required?.join(' and '));
  if (names.every(Boolean) && alternatives.every(({ type }) => !type)) {
    return [{ at, message: `needs exactly one of ${names.join(', ')}` }];
  }
  if (fitting > 1) return [{ at, message: 'has several meanings' }];
  const distance = (problems: readonly Problem[]) =>
    problems.reduce((sum, { message }) => sum + (message.includes('must be') ? 10 : 1), 0);
  return found.reduce((best, each) => (distance(each) < distance(best) ? each : best));
}
