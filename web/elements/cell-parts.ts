/** What only a page with Python cells loads: the editor, the lesson's cells, the way to Python. */
export { lessonCells } from '../lesson/cells/index.js';
export { makeEditor } from './cell-editor.js';
export { startPython } from './start-python.js';
