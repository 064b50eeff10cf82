/** The elements as classes, without side effects: `elements/define` registers them. */

export * from './classes.js';
export { Figure } from '../ui/figure.js';
export { HeatMap } from '../ui/heat-map.js';
export { MapPicture } from '../ui/map-picture.js';
export { Predict } from '../ui/predict.js';
export { configure, type ElementsConfiguration } from '../lib/configure.js';
export { speak } from '../lib/language.js';
export type { AnswerDetail, ManyheadsEvents, ReadyDetail, StateDetail } from '../ui/events.js';
