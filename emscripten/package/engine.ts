/** The engine: the public interface of one WebAssembly instance of the core. */
import type { MainModule } from '../../build/wasm/manyheads.mjs';
import { AttentionLayer } from './attention.js';
import type { Engine } from './contract.js';
import { cost } from './cost.js';
import { Exchange } from './exchange.js';
import { FeedForwardLayer } from './feed-forward.js';
import { POSITIONS } from './fields.js';
import { formulas } from './formulas.js';
import { HandleRegistry } from './handles.js';
import { identities } from './identities.js';
import { LatentAttentionLayer } from './latent-attention.js';
import { machineLimits } from './limits.js';
import { measures } from './measures.js';
import { whenRead } from './reading.js';
import { listOf, oneOf, required, settings, size, text, wholeFromZero } from './settings.js';
import { shapeChecks } from './shape-checks.js';
import { tensorOps } from './tensor-ops.js';
import { CoreTrainer } from './trainer.js';

const EMBED = { dModel: size, seed: wholeFromZero, positions: oneOf(...POSITIONS) };

export function createEngine(raw: MainModule, module: WebAssembly.Module): Engine {
  const exchange = new Exchange(raw);
  const registry = new HandleRegistry();
  return {
    version: exchange.call('version', {}, (answer) => answer.text()),
    module,
    memory: () => ({
      used: registry.bytes,
      reserved: (raw.HEAPF64 as Float64Array).buffer.byteLength,
      handles: registry.count,
    }),
    attention: (config, weights) => AttentionLayer.create(exchange, registry, config, weights),
    latentAttention: (config, weights) =>
      LatentAttentionLayer.create(exchange, registry, config, weights),
    attentionFromCheckpoint: ((file, options) =>
      whenRead(file, (bytes) =>
        AttentionLayer.fromCheckpoint(exchange, registry, bytes, options),
      )) as Engine['attentionFromCheckpoint'],
    feedForward: (config, weights) => FeedForwardLayer.create(exchange, registry, config, weights),
    trainer: (config) => CoreTrainer.create(exchange, registry, config),
    trainerFromCheckpoint: ((file) =>
      whenRead(file, (bytes) =>
        CoreTrainer.fromCheckpoint(exchange, registry, bytes),
      )) as Engine['trainerFromCheckpoint'],
    embed(tokens, options) {
      const words = listOf(text)(tokens, 'tokens');
      const checked = settings('options', options, EMBED);
      const dModel = required(checked.dModel, 'dModel', 'options');
      const positions = POSITIONS.indexOf(checked.positions ?? 'sinusoidal');
      const message = [words, dModel, checked.seed ?? 0, positions];
      return exchange.tensor('embed_tokens', { message });
    },
    tensor: tensorOps(exchange),
    cost: cost(exchange),
    measure: measures(exchange),
    identities: identities(exchange, registry),
    shapes: shapeChecks(exchange),
    formulas: formulas(exchange),
    limits: machineLimits(exchange),
  };
}
