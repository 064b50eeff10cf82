/**
 * custom-elements.json, the manifest that editors and documentation tools read. It is made from the
 * built classes, since most attributes follow from the fields of a state, and from attributes.md and
 * the doc comments of the sources.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { classOf, elementFiles } from './doors.mjs';
import { attributeKind } from './framework-types.mjs';

const read = (file) => {
  const path = fileURLToPath(new URL(`../../${file}`, import.meta.url));
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
};
const packageJson = JSON.parse(read('package.json'));

/** The module of an element, for the `define` of an exported class and its declaration. */
const moduleOf = (tag) => `dist/${tag.replace('mh', 'elements')}.js`;

/** @param elements  the elements' classes by tag */
export function customElements(elements) {
  const described = elements.filter(([tag]) => tag in elementFiles);
  return {
    schemaVersion: '2.1.0',
    readme: 'README.md',
    modules: described.map(([tag, element]) => moduleText(tag, element)),
    package: { name: packageJson.name, version: packageJson.version },
  };
}

function moduleText(tag, element) {
  const name = classOf(tag);
  const reference = { name, module: moduleOf(tag) };
  return {
    kind: 'javascript-module',
    path: moduleOf(tag),
    declarations: [declaration(tag, name, element)],
    exports: [
      { kind: 'js', name, declaration: reference },
      { kind: 'custom-element-definition', name: tag, declaration: reference },
    ],
  };
}

function declaration(tag, name, element) {
  const comment = docComment(tag, name);
  const members = [
    ...('state' in element.prototype ? [['state', stateText]] : []),
    ...(comment.fires('mh-ready') ? [['isReady', 'Whether `mh-ready` was fired.']] : []),
  ];
  return {
    kind: 'class',
    ...{ name, customElement: true, tagName: tag, description: comment.description },
    superclass: { name: 'LitElement', package: 'lit' },
    attributes: attributesOf(tag, element),
    members: members.map(([name, description]) => ({ kind: 'field', name, description })),
    events: events.filter(({ name }) => comment.fires(name)),
    slots: [{ name: '', description: 'Shown where the element cannot run' }],
  };
}

const stateText =
  'Plain JSON that restores what the element shows. Anything can be assigned: invalid parts are ignored.';

const events = [
  ['mh-ready', 'ReadyDetail', 'The element has loaded the engine and is drawn.'],
  [
    'mh-state',
    'StateDetail',
    'The learner has changed the state: assign it to `.state` to restore.',
  ],
  ['mh-answer', 'AnswerDetail', 'The learner has answered.'],
].map(([name, detail, description]) => ({
  ...{ name, type: { text: `CustomEvent<${detail}>` }, description },
}));

/** The first paragraph above the class, and the events in its comment or the one it refers to. */
function docComment(tag, name) {
  const source = read(elementFiles[tag]);
  const [, comment] =
    new RegExp(`/\\*\\*((?:(?!\\*/)[^])*)\\*/\\s*export class ${name} `, 'u').exec(source) ?? [];
  if (comment === undefined) throw new Error(`${elementFiles[tag]}: ${name} has no doc comment`);
  const text = comment.replace(/^[ \t]*\*[ \t]?/gmu, '').trim();
  const fires = / see check\.ts/u.test(text) ? events.map(({ name }) => name).join() : text;
  return {
    description: text.split(/\n\s*\n|\n@/u)[0].replace(/\s+/gu, ' '),
    fires: (event) => fires.includes(event),
  };
}

function attributesOf(tag, element) {
  const rows = attributeRows(tag);
  return element.observedAttributes.toSorted().map((name) => {
    const { value, usual } = rows.get(name) ?? {};
    return {
      name,
      type: {
        text:
          { Text: 'string', Flag: 'boolean' }[attributeKind(element, name)] ?? 'boolean | string',
      },
      ...(value ? { description: value } : {}),
      ...(usual ? { default: usual } : {}),
    };
  });
}

/** Attributes that the lesson's pages set. No attributes.md describes them. */
const commonRows = [
  [
    'link-base',
    {
      value: 'the address, up to and with its `#`, that copied links begin with',
      usual: 'none, and no “Embed this”',
    },
  ],
  ['from-link', { value: 'present: the code came by a link, so it asks before it runs' }],
];

/** What attributes.md of the room says about each attribute of an element. */
function attributeRows(tag) {
  const text = read(elementFiles[tag].replace(/[^/]+$/u, 'attributes.md'));
  const section = text.split(/^(?=## )/mu).find((part) => part.includes(`<${tag}`)) ?? '';
  const rows = new Map(commonRows);
  for (const [, first, ...others] of section.matchAll(/^\| (`.*?) \|(.*?)\|(.*?)\|$/gmu)) {
    const names = Array.from(first.matchAll(/`([\w-]+)`/gu), ([, name]) => name);
    const [values, usuals] = others.map((cell) => cellOfEach(names, cell.trim()));
    names.forEach((name, i) => rows.set(name, { value: values[i], usual: usuals[i] }));
  }
  return rows;
}

/** A row may describe several attributes: "a; b" is a part for each, other text is for all of them. */
function cellOfEach(names, cell) {
  if (names.length === 1 || !cell.includes(';')) return names.map(() => cell);
  const parts = cell.split(/;\s*/u);
  if (parts.length !== names.length) {
    throw new Error(
      `${names.join(', ')}: '${cell}' has ${parts.length} parts, for ${names.length}`,
    );
  }
  return parts;
}
