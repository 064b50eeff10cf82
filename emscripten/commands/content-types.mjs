/**
 * `npm run types:content`: writes the TypeScript types of quizzes and interview questions, which are
 * generated from their schemas. They are in git, so that editors have them before the first build;
 * a test checks that they are current.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';
import { format, resolveConfig } from 'prettier';

const schemas = ['quiz/quizzes/quiz.schema', 'interview/questions/questions.schema'];
const fileOf = (name, ending) =>
  fileURLToPath(new URL(`../../web/elements/${name}.${ending}`, import.meta.url));

const banner = (name) =>
  `/** Made from ${name.split('/').at(-1)}.json by \`npm run types:content\`: change that, not this. */\n`;

/** @return the path and content of each file */
export function contentTypes() {
  return Promise.all(
    schemas.map(async (name) => {
      const schema = JSON.parse(readFileSync(fileOf(name, 'json'), 'utf8'));
      const path = fileOf(name, 'ts');
      const types = await compile(forTypes(schema), schema.title, {
        additionalProperties: false,
        bannerComment: banner(name),
        format: false,
      });
      const text = await format(types, { ...(await resolveConfig(path)), filepath: path });
      return { path, text };
    }),
  );
}

/** Changes the schema so that the compiler generates exact types. */
function forTypes(schema) {
  if (Array.isArray(schema)) return schema.map(forTypes);
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.fromEntries(
    Object.entries(schema).map(([key, part]) => [key, forTypes(part)]),
  );
  return eachAlternative(fixedLengthOnly(keepName(parts)));
}

/** Puts a $ref with other keys next to it into allOf, or the compiler would lose the type's name. */
function keepName({ $ref, ...beside }) {
  if ($ref === undefined) return beside;
  return Object.keys(beside).length > 0 ? { ...beside, allOf: [{ $ref }] } : { $ref };
}

/** Keeps the length of lists only if it is fixed. */
function fixedLengthOnly({ minItems, maxItems, ...schema }) {
  return minItems !== undefined && minItems === maxItems
    ? { ...schema, minItems, maxItems }
    : schema;
}

/** For alternative keys of an object: one type for each. */
function eachAlternative(schema) {
  const { oneOf, properties, required = [], ...others } = schema;
  const keys = oneOf?.map((each) => each.required);
  if (!properties || !keys?.every(Boolean)) return schema;
  const never = { tsType: 'undefined' };
  const { description, ...object } = others;
  return {
    ...(description && { description }),
    oneOf: keys.map((own) => {
      const absent = keys.flat().filter((key) => !own.includes(key));
      return {
        ...object,
        properties: { ...properties, ...Object.fromEntries(absent.map((key) => [key, never])) },
        required: [...required, ...own],
      };
    }),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { path, text } of await contentTypes()) writeFileSync(path, text);
}
