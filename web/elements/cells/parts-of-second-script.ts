/** For the plain-script build: its second script. The core is in the first. */
export { lessonCells } from './programs/index.js';
export { makeEditor } from './editor.js';
export { startWithoutCore } from './start-without-core.js';
