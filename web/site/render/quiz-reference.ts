/** The reference of quiz files, from their schema, as HTML. */
import type { Schema } from '../../elements/quiz/own/schema.js';
import type { Quiz } from '../../elements/quiz/question.js';
import { escapeText } from '../../lib/file-text.js';
import { renderLine } from './markdown.js';

/** Fields of the lesson's own quizzes. */
const leftOut = ['topic', 'section'];

/** A table of the fields that all questions have, one for each type, and one for each part of them. */
export function quizReference(schema: Schema): string {
  const parts = schema.$defs ?? {};
  const types = (schema.oneOf ?? []).map(({ $ref = '' }) => parts[nameIn($ref)]!);
  const others = Object.entries(parts).filter(([, part]) => !types.includes(part));
  return [
    '<h2>Fields of all questions</h2>',
    table(schema),
    '<h2>Types of questions</h2>',
    ...types.map((type) => section(`type-${constOf(type)}`, constOf(type), type)),
    '<h2>Parts of questions</h2>',
    ...others.map(([name, part]) => section(`part-${name}`, name, part)),
  ].join('\n');
}

const nameIn = (reference: string) => reference.split('/').at(-1)!;
const constOf = ({ properties }: Schema) => String(properties?.['type']?.const);

function section(id: string, name: string, schema: Schema): string {
  const { description, properties, oneOf = [] } = schema;
  const isChoice = properties !== undefined && oneOf.every(({ required }) => required);
  const exactly = oneOf.map(({ required = [] }) => required.map(code).join(' and '));
  return [
    `<h3 id="${id}">${escapeText(name)}</h3>`,
    description === undefined ? '' : `<p>${renderLine(description)}</p>`,
    properties ? table(schema) : `<p>${sentence(valueOf(schema))}</p>`,
    isChoice && exactly.length > 0 ? `<p>It has exactly one of ${either(exactly)}.</p>` : '',
  ]
    .filter(Boolean)
    .join('\n');
}

function table({ properties = {}, required = [] }: Schema): string {
  const rows = Object.entries(properties)
    .filter(([name]) => !leftOut.includes(name) && !name.startsWith('$'))
    .filter(([name, field]) => !(name === 'type' && 'const' in field)) // it has chosen the table
    .map(([name, field]) => {
      const needed = required.includes(name) ? 'yes' : '';
      const about = field.description === undefined ? '' : renderLine(field.description);
      return `<tr><td>${code(name)}</td><td>${valueOf(field)}</td><td>${needed}</td><td>${about}</td></tr>`;
    });
  return `<div class="wide" tabindex="0"><table>
<thead><tr><th scope="col">field</th><th scope="col">value</th><th scope="col">needed</th><th scope="col">meaning</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table></div>`;
}

const code = (text: string) => `<code>${escapeText(text)}</code>`;
const either = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
const sentence = (text: string) => `${text[0]!.toUpperCase()}${text.slice(1)}.`;

/** HTML that says what a value may be. */
function valueOf(schema: Schema): string {
  const { $ref, enum: names, oneOf, anyOf, items, properties, additionalProperties } = schema;
  if ($ref !== undefined) {
    return `<a href="#part-${nameIn($ref)}">${escapeText(nameIn($ref))}</a>`;
  }
  if (names) return either(names.map(code));
  if ('const' in schema) return code(JSON.stringify(schema.const));
  if (properties) return fieldsOf(schema);
  const alternatives = oneOf ?? anyOf;
  if (alternatives) return either(alternatives.map(valueOf));
  if (items) return `list of ${countOf(schema)}${valueOf(items)}`;
  if (typeof additionalProperties === 'object') {
    return `object of names, each with ${valueOf(additionalProperties)}`;
  }
  return simple(schema);
}

function fieldsOf({ properties = {}, required = [] }: Schema): string {
  const fields = Object.entries(properties).map(
    ([name, field]) =>
      `${code(name)} (${valueOf(field)}${required.includes(name) ? '' : ', may be left out'})`,
  );
  return `object with ${fields.join(', ')}`;
}

function countOf({ minItems, maxItems }: Schema): string {
  if (minItems !== undefined && minItems === maxItems) return `${minItems} × `;
  return maxItems === undefined ? '' : `${minItems ?? 0} to ${maxItems} × `;
}

function simple({ type, pattern, maxLength, ...limits }: Schema): string {
  switch (type) {
    case 'string': {
      const form = pattern === undefined ? '' : ` of the form ${code(pattern)}`;
      return `text${maxLength === undefined ? '' : ` of up to ${maxLength} characters`}${form}`;
    }
    case 'boolean':
      return `${code('true')} or ${code('false')}`;
    case 'integer':
      return `whole number${rangeOf(limits)}`;
    case 'number':
      return `number${rangeOf(limits)}`;
    case 'array':
      return 'list';
    case 'null':
      return code('null');
    default:
      return type ?? 'anything';
  }
}

function rangeOf({ minimum, maximum, exclusiveMinimum }: Schema): string {
  if (exclusiveMinimum !== undefined) return ` greater than ${exclusiveMinimum}`;
  return maximum === undefined ? '' : ` from ${minimum ?? 0} to ${maximum}`;
}

/** The lesson's own questions: what the attributes `quiz`, `quizzes` and `topic` choose from. */
export function questionList(quizzes: Iterable<Quiz>): string {
  const rows = Array.from(quizzes, ({ id, topic, question, numbers: [first = {}] = [] }) => {
    const text = question.replace(/\{(\w+)\}/gu, (name, key: string) => String(first[key] ?? name));
    return `<tr><td>${code(id)}</td><td>${code(topic)}</td><td>${renderLine(text)}</td></tr>`;
  });
  return `<div class="wide" tabindex="0"><table>
<thead><tr><th scope="col">id</th><th scope="col">topic</th><th scope="col">question</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table></div>`;
}
