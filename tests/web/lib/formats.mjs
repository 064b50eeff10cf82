/** The formats of the figures' states, which addresses, attributes and `state` share. */
import { bundled } from '../bundled.mjs';

const { sandboxFormat } = await bundled('elements/sandbox/state.ts');
const { headsFormat } = await bundled('elements/sandbox/heads/state.ts');
const { pipelineFormat } = await bundled('elements/pipeline/state.ts');
const { projectionFormat } = await bundled('elements/output-projection/state.ts');
const { identitiesFormat } = await bundled('elements/identities/state.ts');
const { masksFormat } = await bundled('elements/masks/state.ts');
const { memoryFormat } = await bundled('elements/memory/state.ts');
const { kvFormat } = await bundled('elements/kv/state.ts');
const { saturationFormat } = await bundled('elements/saturation/state.ts');
const { feedForwardFormat } = await bundled('elements/feed-forward/state.ts');
const { softmaxFormat } = await bundled('elements/softmax/state.ts');
const { costFormat } = await bundled('elements/cost/state.ts');
const { stepsFormat } = await bundled('elements/steps/state.ts');
const { trainingFormat } = await bundled('elements/training/state.ts');

export const formats = [
  ...[sandboxFormat, headsFormat, pipelineFormat, projectionFormat, identitiesFormat, masksFormat],
  ...[memoryFormat, kvFormat, saturationFormat, feedForwardFormat, softmaxFormat, costFormat],
  ...[stepsFormat, trainingFormat],
];
