/** The entries `manyheads/elements/<name>`: one for each element in web/elements/rooms.ts. */
import { fileURLToPath } from 'node:url';
import { importSource } from './import-source.mjs';

const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const prefix = 'door:';

/** The rooms of rooms.ts, with the descriptions of their elements. */
export const rooms = await readRooms();
/** The tags of all elements in rooms.ts. */
export const tags = Object.values(rooms).flatMap((room) => Object.keys(room));
const doorOf = (tag) => tag.replace('mh', 'elements');
/** mh-bug-museum -> BugMuseum. */
export const classOf = (tag) =>
  tag.replace(/^mh|-([a-z])/gu, (_, letter = '') => letter.toUpperCase());
/** The file of each element's class, by tag. */
export const elementFiles = Object.fromEntries(
  Object.entries(rooms).flatMap(([room, elements]) =>
    Object.keys(elements).map((tag) => [tag, `web/elements/${room}/${tag.replace('mh-', '')}.ts`]),
  ),
);

/** The modules to build, by file name. */
export const doorEntries = Object.fromEntries(tags.map((tag) => [doorOf(tag), prefix + tag]));

/** Content that elements load when they need it. Each is a separate file. */
export const besideElements = {
  'web/lib/lesson/lesson-weights.ts': './lesson-weights.js',
  'web/ui/embed-snippets.ts': './embed-snippets.js',
  'web/elements/interview/questions/index.ts': './interview.js',
  'web/elements/museum/collection/index.ts': './museum.js',
  'web/elements/quiz/quizzes/index.ts': './quizzes.js',
  'web/elements/quiz/own/own-quizzes.ts': './own-quizzes.js',
  'web/elements/quiz/own/markdown.ts': './quiz-markdown.js',
  'web/elements/cells/parts.ts': './cell-parts.js',
  'web/elements/steps/listings/index.ts': './step-listings.js',
};

/**
 * The sandbox's extras and the export of <mh-heads>, which elements of a door of their own load on
 * demand, are inside the bundles of all elements: that is one request.
 */
export function sandboxExtrasInside() {
  const later = /(?<==> )import\('(\.\/(?:extras|heads\/export)\.js)'\)/u;
  return {
    name: 'sandbox-extras-inside',
    transform(code, id) {
      const [, file] = (id.includes('/web/elements/sandbox/') && later.exec(code)) || [];
      return file
        ? `import * as onDemand from '${file}';\n${code.replace(later, 'Promise.resolve(onDemand)')}`
        : null;
    },
  };
}

/** The plain script defines all elements, so their descriptions load nothing. */
export function definedInside() {
  const load = /import\('\.\/([\w-]+)\.js'\)\.then\(\(\{ \w+ \}\) => \w+\)/gu;
  return {
    name: 'defined-inside',
    transform: (code, id) =>
      id.endsWith('/room.ts') ? code.replace(load, "customElements.whenDefined('mh-$1')") : null,
  };
}

/** A page may use entries and the file of all elements together, so they share this module. */
export const commonEntry = `${prefix}common`;
export const common = Object.fromEntries(
  ['web/lib/configure.ts', 'web/lib/language.ts', 'web/ui/register.ts'].map((file) => [
    file,
    './parts-common.js',
  ]),
);

/** What each entry exports, by its name after `elements-`. */
const doorExports = Object.fromEntries([
  ...['autoload', 'single'].map((name) => [name, 'configure, speak']),
  ...tags.map((tag) => [tag.replace('mh-', ''), `${classOf(tag)}, configure, speak`]),
]);
const forEachDoor = (file, text) =>
  Object.fromEntries(
    Object.entries(doorExports).map(([name, names]) => [file(name), text(`export { ${names} }`)]),
  );

/** The type declarations. Each declares all tags, since any one may be the only import. */
export const doorTypes = forEachDoor(
  (name) => `elements-${name}.d.ts`,
  (names) => `import './elements-define.js';\n\n${names} from './elements.js';\n`,
);

/** The same entries for Node, where each defines all elements. */
export const nodeDoors = forEachDoor(
  (name) => `node-${name}.js`,
  (names) => ["import './node-define.js'", `${names} from './elements.js'`],
);

/** The classes of all rooms, for index.ts: TypeScript needs imports in a file. */
export const classesFile = {
  name: path('web/elements/classes.ts'),
  text: [
    '/** The classes and states of all rooms. The build writes this file from rooms.ts. */\n',
    ...Object.keys(rooms).map((room) => `export * from './${room}/index.js';`),
  ]
    .join('\n')
    .concat('\n'),
};

/** Generates the modules: each entry registers its element, and the autoloader imports entries. */
export function doors() {
  const from = (name) => `from ${JSON.stringify(path(name))};`;
  const door = (tag) => {
    const name = classOf(tag);
    return `import { ${name} } ${from(elementFiles[tag])}
      import { register } ${from('web/ui/register.ts')}
      register({ '${tag}': ${name} });
      export { ${name} };
      export { configure } ${from('web/lib/configure.ts')}
      export { speak } ${from('web/lib/language.ts')}`;
  };
  return {
    name: 'doors',
    resolveId(specifier, importer) {
      if (specifier.startsWith(prefix)) return specifier;
      const [, name] = /^\.\/([\w-]+)\.js$/u.exec(specifier) ?? [];
      return name && importer?.endsWith('/room.ts') ? `${prefix}mh-${name}` : null;
    },
    load(id) {
      if (!id.startsWith(prefix)) return null;
      return id === commonEntry
        ? Object.keys(common)
            .map((file) => `export * ${from(file)}`)
            .join('\n')
        : door(id.slice(prefix.length));
    },
  };
}

/** Modules that start workers. */
const workers = {
  name: 'threads',
  test: /\/node_modules\/comlink|\/lib\/(worker|worker-jobs|worker-file|missing-file|training\/start-training(-inlined)?)\.ts$|\/installed-file\.ts$/,
};

/** Which elements import a module, not counting what they load later. */
function users(id, graph) {
  const seen = new Set([id]);
  for (const each of seen)
    for (const by of graph.getModuleInfo(each)?.importers ?? []) seen.add(by);
  return tags.filter((tag) => seen.has(path(elementFiles[tag])));
}

/**
 * Shared code is merged into few files, so that an element needs few requests: one for figures, one
 * for other elements such as checks, one for both. What mh-sandbox does not use is apart, since it is
 * the largest: again what only figures use, and the rest.
 */
const shared = {
  debugName: 'shared parts',
  name(id, graph) {
    const own = users(id, graph);
    const figures = users(path('web/ui/figure.ts'), graph);
    if (own.length < 2) return null;
    const drawn = own.filter((tag) => figures.includes(tag)).length;
    if (drawn === 0) return 'checks';
    const areFigures = drawn === own.length;
    if (!own.includes('mh-sandbox')) return areFigures ? 'figures' : 'other';
    return areFigures ? 'drawing' : 'shared';
  },
  test: /\/web\/(ui|lib)\/(?!words\/german)|\/package\/start-script\.ts$|\/node_modules\/@?lit/,
};

/**
 * The first figure of the lesson. Shared code that it does not use is in files of its own (…-later), which
 * are fetched after it is drawn. Its own modules are merged into the file 'drawing', because each request
 * takes time on a slow processor.
 */
const first = 'mh-heads';
const room = /\/web\/elements\/sandbox\/(?!heads\.ts)/;
const sharedLater = {
  ...shared,
  name(id, graph) {
    const isOfFirst = users(id, graph).includes(first);
    if (room.test(id)) return isOfFirst ? 'drawing' : null;
    const name = shared.name(id, graph);
    return name === null || isOfFirst ? name : `${name}-later`;
  },
  test: new RegExp(`${shared.test.source}|${room.source}`),
};

/** For the site, whose script needs these before any element. */
export const siteGroups = inOrder([
  {
    name: 'base',
    test: /\/web\/(ui\/(register|after-paint)|lib\/(configure|language(-tag)?|stored|state-fields|stored-fields)|elements\/(described|rooms|[\w-]+\/room))\.ts$|vite\/preload-helper|\/installed-file\.ts$|\/package\/(class-name|wasm-option)\.ts$|^(?!.*node_modules).*\/package\.json/,
  },
  { ...workers, test: /\/node_modules\/comlink|\/lib\/worker(-jobs)?\.ts$/ },
  sharedLater,
]);

/** If all elements are in one file, each other language is one file too. */
export const germanGroup = {
  name: 'german',
  test: /\/words\/german[\w-]*\.ts$|\/lib\/german-number\.ts$/,
  includeDependenciesRecursively: false, // code that English needs too stays with English
};

/** In dist/, the words of a room in another language are a separate file. */
export const packageGroups = inOrder([
  ...Object.keys(rooms).map((room) => ({
    name: `${room}-german`,
    test: new RegExp(`/web/elements/${room}/words/german[\\w-]*\\.ts$`),
  })),
  workers,
  shared,
]);

function inOrder(groups) {
  return groups.map((group, index) => ({
    ...group,
    priority: groups.length - index,
    includeDependenciesRecursively: false,
  }));
}

/**
 * All rooms, by folder: feedForward is feed-forward. Bundles only the descriptions, not the elements
 * that they load.
 */
async function readRooms() {
  const rooms = await importSource(
    'web/elements/rooms.ts',
    (id) => !/\/rooms?\.(js|ts)$/u.test(id),
  );
  const folder = (name) => name.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
  return Object.fromEntries(Object.entries(rooms).map(([name, room]) => [folder(name), room]));
}
