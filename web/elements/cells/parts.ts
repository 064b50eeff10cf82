/** Loaded only on pages with Python cells: the editor, the lesson's cells, Python. */
export { lessonCells } from './programs/index.js';
export { makeEditor } from './editor.js';
export { startPython } from './start-python.js';
