/** What only a page with Python cells loads: the editor, the lesson's cells, the way to Python. */
export { lessonCells } from './programs/index.js';
export { makeEditor } from './editor.js';
export { startPython } from './start-python.js';
