/** The elements as classes, without side effects: `elements/define` registers them. */

export { Figure } from './figure.js';
export { HeadDetail } from './head-detail.js';
export { HeadTabs } from './head-tabs.js';
export { HeatMap } from './heat-map.js';
export { MapPicture } from './map-picture.js';
export { PatternCheck } from './pattern-check.js';
export { Predict } from './predict.js';
export { QuickCheck, type QuickCheckState } from './quick-check.js';
export { Sandbox } from './sandbox.js';
export { ShapeCheck } from './shape-check.js';
export { Sentence } from './sentence.js';
export { SentenceEditor } from './sentence-editor.js';
export { Training } from './training.js';
export { WeightArithmetic } from './weight-arithmetic.js';
export type { AnswerDetail, ManyheadsEvents, ReadyDetail, StateDetail } from './events.js';
export type { SandboxState } from '../lib/sandbox-state.js';
export type { TrainingState } from '../lib/training-state.js';
export type { PatternCheckState } from '../lib/pattern-check.js';
export type { ShapeCheckState } from '../lib/shape-answer.js';
