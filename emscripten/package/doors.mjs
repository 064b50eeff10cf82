/** The doors `manyheads/elements/<name>`: one element each, of those in web/elements/rooms.ts. */
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const prefix = 'door:';

/** The rooms of rooms.ts: what they say of each of their elements. */
export const rooms = await readRooms();
/** Of the elements that rooms.ts describes. */
export const tags = Object.values(rooms).flatMap((room) => Object.keys(room));
const doorOf = (tag) => tag.replace('mh', 'elements');

/** The classes: an entry of its own, so that doors need not import it. */
export const classesEntry = `${prefix}classes`;
/** The modules to build, by the name of their file. */
export const doorEntries = Object.fromEntries(tags.map((tag) => [doorOf(tag), prefix + tag]));

/** What an element loads once it needs it: each is a file of its own. */
export const besideElements = {
  'web/elements/sandbox/lesson-weights.ts': './lesson-weights.js',
  'web/elements/interview/questions/index.ts': './interview.js',
  'web/elements/museum/collection/index.ts': './museum.js',
  'web/elements/quiz/quizzes/index.ts': './quizzes.js',
  'web/elements/cells/parts.ts': './cell-parts.js',
  'web/elements/steps/listings/index.ts': './step-listings.js',
};

/** Their declarations: each of them may be the one that is imported, so each declares all tags. */
export const doorTypes = Object.fromEntries(
  ['elements-autoload', ...Object.keys(doorEntries)].map((door) => [
    `${door}.d.ts`,
    "import './elements-define.js';\n\nexport { speak } from './elements.js';\n",
  ]),
);

/** All rooms' classes, for index.ts: TypeScript finds types only through imports in a file. */
export const classesFile = {
  name: path('web/elements/classes.ts'),
  text: [
    '/** The classes and states of all rooms. The build writes this file from rooms.ts. */\n',
    ...Object.keys(rooms).map((room) => `export * from './${room}/index.js';`),
  ]
    .join('\n')
    .concat('\n'),
};

/** Makes the modules: a door's registers its element. */
export function doors() {
  const from = (name) => `from ${JSON.stringify(path(name))};`;
  const door = (tag) => {
    const name = tag.replace(/^mh|-([a-z])/gu, (_, letter = '') => letter.toUpperCase());
    const [room] = Object.entries(rooms).find(([, room]) => tag in room);
    return `import { ${name} } ${from(`web/elements/${room}/index.ts`)}
      import { register } ${from('web/ui/register.ts')}
      register({ '${tag}': ${name} });
      export { speak } ${from('web/lib/language.ts')}`;
  };
  return {
    name: 'doors',
    resolveId: (specifier) => (specifier.startsWith(prefix) ? specifier : null),
    load(id) {
      if (!id.startsWith(prefix)) return null;
      return id === classesEntry
        ? `export * ${from('web/elements/index.ts')}`
        : door(id.slice(prefix.length));
    },
  };
}

/** For what starts a worker. */
const workers = {
  name: 'threads',
  test: /\/node_modules\/comlink|\/lib\/(worker|missing-file)\.ts$|\/installed-file\.ts$/,
};

/**
 * What doors share is merged into few files, so that one element costs few requests: what checks
 * ask with, what figures draw with, what all draw with. The first that takes a module has it.
 */
const shared = [
  workers,
  { name: 'checks', test: /\/web\/ui\/check\// },
  { name: 'drawing', test: /\/web\/ui\/(figure|heat-map|map-picture|predict|scale-)/ },
  {
    name: 'shared',
    test: /\/web\/(ui|lib)\/(?!words\/german)|\/node_modules\/@?lit/,
  },
];

/** Of the site: its script needs these before any element is there. */
export const siteGroups = inOrder([
  {
    name: 'base',
    test: /\/web\/(ui\/register|lib\/(language|kept|state-fields)|elements\/(described|rooms|\w+\/room))\.ts$/,
  },
  ...shared,
]);

/** Where all elements are in one file, another language is one too. */
export const germanGroup = {
  name: 'german',
  test: /\/words\/german\.ts$|\/lib\/german-number\.ts$/,
  includeDependenciesRecursively: false, // what English needs too stays with English
};

/** In dist/, a room's words in another language are a file with its name. */
export const packageGroups = inOrder([
  ...Object.keys(rooms).map((room) => ({
    name: `${room}-german`,
    test: new RegExp(`/web/elements/${room}/words/german\\.ts$`),
  })),
  ...shared,
]);

function inOrder(groups) {
  return groups.map((group, index) => ({
    ...group,
    priority: groups.length - index,
    includeDependenciesRecursively: false,
  }));
}

/** By folder. The descriptions load nothing by themselves: all but them stays outside. */
async function readRooms() {
  const bundle = await rolldown({
    input: path('web/elements/rooms.ts'),
    external: (id) => !/\/rooms?\.(js|ts)$/u.test(id),
  });
  const { output } = await bundle.generate({ format: 'es' });
  await bundle.close();
  const code = Buffer.from(output[0].code).toString('base64');
  return import(`data:text/javascript;base64,${code}`);
}
