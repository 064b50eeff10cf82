/**
 * Which imports are allowed in web/: package < lib < ui < rooms < list of elements < site, command. A file may
 * import what comes before it, never what comes after it. `npm test` checks it with
 * dependency-cruiser.
 */
const room = '^web/elements/([^/]+)/';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-circle',
      comment: 'Two files that need each other are one file, or need a third one.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'package-first',
      comment: 'The package knows nothing of the page.',
      severity: 'error',
      from: { path: '^emscripten/package/.*\\.ts$' },
      to: { path: '^web/' },
    },
    {
      name: 'lib-before-ui',
      comment: 'web/lib has plain functions, which draw nothing.',
      severity: 'error',
      from: { path: '^web/lib/' },
      to: { path: '^web/(ui|elements|lesson|site|command)/' },
    },
    {
      name: 'ui-before-rooms',
      comment: 'web/ui has the parts that several rooms draw with.',
      severity: 'error',
      from: { path: '^web/ui/' },
      to: { path: '^web/(elements|lesson|site|command)/' },
    },
    {
      name: 'rooms-apart',
      comment: 'What two rooms share belongs to web/lib or web/ui.',
      severity: 'error',
      from: { path: room },
      to: { path: '^web/elements/', pathNot: '^web/elements/$1/' },
    },
    {
      name: 'rooms-before-site',
      comment: 'Elements also live in other people’s pages.',
      severity: 'error',
      from: { path: '^web/elements/' },
      to: { path: '^web/(lesson|site|command)/' },
    },
    {
      name: 'without-lit',
      comment: 'web/lib and the states of rooms are read and tested without drawing anything.',
      severity: 'error',
      from: { path: `^web/lib/|${room}state\\.ts$` },
      to: { path: 'node_modules/lit' },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true, // imports of types count too
    doNotFollow: { path: 'node_modules' },
  },
};
