/** What the sandbox loads when a learner first opens one of these. */
export { explainMatrix } from './explain-matrix.js';
export { toProgram } from './export.js';
export { layerControls } from './layer-controls.js';
export { explainProblem } from './problem.js';
export { saveSandbox } from './save.js';
export { SentenceEditor } from './sentence-editor.js';
export { sandboxTable } from './table.js';
