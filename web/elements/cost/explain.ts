import type { Engine } from '../../../emscripten/package/contract.js';
import { computeParts, costInput } from '../../lib/computed.js';
import { scopeOf, type ComputedValue } from '../../lib/value.js';
import { Costs, type CostNumber } from './costs.js';
import type { CacheName, CostRun, FlopName, ParameterName } from './formulas.js';

/** How a computed number is multiplied out; null if it is not a product. */
export function explainValue({ source, value }: ComputedValue, engine: Engine): CostNumber | null {
  if (typeof source === 'string') return { value, formula: source, sizes: {} };
  if (source.run === 'formula') {
    return { value, formula: source.formula, sizes: computeParts(source, scopeOf(engine)) };
  }
  if (source.run !== 'cost') return null;
  const { shape, run } = costInput(source, scopeOf(engine));
  const costs = new Costs(engine, shape, readRun(run));
  switch (source.call) {
    case 'parameters':
      return costs.parameter(source.read as ParameterName);
    case 'flops':
      return costs.flop(source.read as FlopName);
    case 'kvCache':
      return costs.kept(source.read as CacheName);
    case 'weights':
      return costs.weightBytes;
    case 'attentionMemory':
      return source.read === 'bytes'
        ? costs.scoreBytes(run['kernel'] === 'fused' ? 'fused' : 'reference')
        : null;
  }
}

const readRun = (run: Readonly<Record<string, unknown>>): CostRun => ({
  tokens: (run['seqLen'] as number | undefined) ?? 1,
  batch: (run['batch'] as number | undefined) ?? 1,
  bytes: (run['bytesPerElement'] as number | undefined) ?? 2,
  causal: run['causal'] === true,
  decode: run['decode'] === true,
});
