/** Runs long sequences. The page stays usable, and can end it at any time. */
import { expose } from 'comlink';
import { load, type Engine } from '../../../emscripten/package/index.js';
import { runLong, type LongRunning } from './long-run.js';

let engine: Engine;

const longRunning: LongRunning = {
  async load(wasm) {
    engine = await load({ wasm });
    return engine.version;
  },
  run: (schedule) => runLong(engine, schedule),
};
expose(longRunning);
