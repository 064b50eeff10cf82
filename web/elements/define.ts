import * as elements from './index.js';

const names = {
  'mh-figure': elements.Figure,
  'mh-head-detail': elements.HeadDetail,
  'mh-head-tabs': elements.HeadTabs,
  'mh-heat-map': elements.HeatMap,
  'mh-map-picture': elements.MapPicture,
  'mh-pattern-check': elements.PatternCheck,
  'mh-predict': elements.Predict,
  'mh-quick-check': elements.QuickCheck,
  'mh-sandbox': elements.Sandbox,
  'mh-sentence': elements.Sentence,
  'mh-sentence-editor': elements.SentenceEditor,
  'mh-shape-check': elements.ShapeCheck,
  'mh-training': elements.Training,
  'mh-weight-arithmetic': elements.WeightArithmetic,
};

// A page may load this twice, or two bundles that hold it: the first to come defines.
for (const [name, element] of Object.entries(names)) {
  if (!customElements.get(name)) customElements.define(name, element);
}
