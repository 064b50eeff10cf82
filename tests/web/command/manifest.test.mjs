/** The manifest of SCORM 1.2, by the rules of its schemas, which may not be passed on with this project. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readXml } from '../../package/qti-rules.mjs';
import { bundled } from '../bundled.mjs';

const { scormManifest } = await bundled('command/pack/manifest.ts');

const names = ['THIRD-PARTY-NOTICES.txt', 'files/1-a.pdf', 'index.html', 'scorm.js'];
const manifestOf = (lesson) =>
  readXml(scormManifest({ title: 'Masks & <heads>', mastery: null, html: '', ...lesson }, names));

/** What each element must have, in order, and which attributes. */
const rules = {
  manifest: {
    children: /^metadata organizations resources $/u,
    attributes: ['identifier', 'version', 'xmlns', 'xmlns:adlcp'],
  },
  metadata: { children: /^schema schemaversion $/u, attributes: [] },
  schema: { text: /^ADL SCORM$/u, attributes: [] },
  schemaversion: { text: /^1\.2$/u, attributes: [] },
  organizations: { children: /^organization $/u, attributes: ['default'] },
  organization: { children: /^title (item )+$/u, attributes: ['identifier'] },
  title: { text: /^[^]{1,200}$/u, attributes: [] },
  item: {
    children: /^title (adlcp:masteryscore )?$/u,
    attributes: ['identifier', 'identifierref'],
  },
  'adlcp:masteryscore': { text: /^(100|\d\d?)$/u, attributes: [] },
  resources: { children: /^(resource )+$/u, attributes: [] },
  resource: {
    children: /^(file )+$/u,
    attributes: ['identifier', 'type', 'adlcp:scormtype', 'href'],
  },
  file: { text: /^$/u, attributes: ['href'] },
};

function check(element) {
  const { children, text, attributes } = rules[element.name] ?? assert.fail(element.name);
  const found = element.children.map(({ name }) => `${name} `).join('');
  assert.match(found, children ?? /^$/u, element.name);
  const content = element.text.trim().replace(/&\w+;/gu, '&');
  assert.match(content, text ?? /^$/u, element.name);
  assert.deepEqual(Object.keys(element.attributes), attributes, element.name);
  element.children.forEach(check);
}

const find = (element, name) => [
  ...(element.name === name ? [element] : []),
  ...element.children.flatMap((child) => find(child, name)),
];
const idsOf = (element) => [
  ...(element.attributes.identifier ? [element.attributes.identifier] : []),
  ...element.children.flatMap(idsOf),
];

for (const lesson of [{}, { mastery: 0 }, { mastery: 100 }, { title: '&'.repeat(300) }]) {
  test(`the manifest has what the schemas want: ${JSON.stringify(lesson).slice(0, 30)}`, () => {
    const manifest = manifestOf(lesson);

    check(manifest);

    const ids = idsOf(manifest);
    assert.equal(new Set(ids).size, ids.length);
    for (const id of ids) assert.match(id, /^[A-Za-z_][\w.-]*$/u);
    const [organizations] = find(manifest, 'organizations');
    assert.ok(ids.includes(organizations.attributes.default));
    const [item] = find(manifest, 'item');
    const [resource] = find(manifest, 'resource');
    assert.equal(item.attributes.identifierref, resource.attributes.identifier);
    assert.equal(resource.attributes['adlcp:scormtype'], 'sco');
    const listed = find(resource, 'file').map(({ attributes }) => attributes.href);
    assert.deepEqual(listed, names);
    assert.ok(listed.includes(resource.attributes.href));
  });
}
