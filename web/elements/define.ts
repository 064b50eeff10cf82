import type { ManyheadsEvents } from '../ui/events.js';
import * as elements from './index.js';

const names = {
  'mh-bug-museum': elements.BugMuseum,
  'mh-cell': elements.Cell,
  'mh-figure': elements.Figure,
  'mh-head-detail': elements.HeadDetail,
  'mh-head-tabs': elements.HeadTabs,
  'mh-heat-map': elements.HeatMap,
  'mh-interview': elements.Interview,
  'mh-map-picture': elements.MapPicture,
  'mh-pattern-check': elements.PatternCheck,
  'mh-predict': elements.Predict,
  'mh-quick-check': elements.QuickCheck,
  'mh-quiz': elements.Quiz,
  'mh-quiz-set': elements.QuizSet,
  'mh-sandbox': elements.Sandbox,
  'mh-sentence': elements.Sentence,
  'mh-sentence-editor': elements.SentenceEditor,
  'mh-shape-check': elements.ShapeCheck,
  'mh-steps': elements.Steps,
  'mh-steps-listing': elements.StepsListing,
  'mh-training': elements.Training,
  'mh-weight-arithmetic': elements.WeightArithmetic,
};

// A page may load this twice, or two bundles that hold it: the first to come defines.
for (const [name, element] of Object.entries(names)) {
  if (!customElements.get(name)) customElements.define(name, element);
}

/** Every element by its tag. */
export type ElementsByTag = {
  [Tag in keyof typeof names]: InstanceType<(typeof names)[Tag]>;
};
export type { ManyheadsEvents };

declare global {
  interface HTMLElementTagNameMap extends ElementsByTag {}
}
