/*!
 * With MicroPython, https://micropython.org, under the MIT License:
 *
 * Copyright (c) 2013-2025 Damien P. George and others
 *
 * Permission is hereby granted, free of charge, to any person obtaining a copy of this software and
 * associated documentation files (the "Software"), to deal in the Software without restriction,
 * including without limitation the rights to use, copy, modify, merge, publish, distribute,
 * sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is
 * furnished to do so, subject to the following conditions:
 *
 * The above copyright notice and this permission notice shall be included in all copies or
 * substantial portions of the Software.
 *
 * THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT
 * NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
 * NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM,
 * DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT
 * OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
 */
/** The thread in which the cells of a group run: the page stays usable, and may end it at once. */
import { loadMicroPython } from '@micropython/micropython-webassembly-pyscript';
import { expose } from 'comlink';
import { load } from '../../emscripten/package/index.js';
import { bounded, type PythonService } from '../lib/python/service.js';
import { makeSession, type Session } from '../lib/python/session.js';

let session: Session;
let write: (text: string) => void = () => {};

const python: PythonService = {
  async load(micropython, wasm) {
    const engine = await load(wasm ? { wasm } : {});
    const module = typeof micropython === 'string' ? await fetched(micropython) : micropython;
    session = await withFetchOf(module, () =>
      makeSession(loadMicroPython, 'micropython.wasm', engine, (text) => write(text)),
    );
    closeDoors();
    return engine.version;
  },
  run({ name, source, check }, given) {
    write = bounded(given);
    const error = session.run(name, source);
    write = () => {}; // what a check prints is its own
    if (error || check === undefined) return { error, failing: null };
    const failing = session.check(check);
    return { error: null, failing: failing ? said(failing) : '' };
  },
};
expose(python);

/**
 * A cell's code may have come by a link, and Python here can reach JavaScript. With all loaded that
 * it needs, the thread has no more use for the network or for what the site has stored.
 */
function closeDoors() {
  const doors = [
    ...['fetch', 'XMLHttpRequest', 'WebSocket', 'WebSocketStream', 'WebTransport', 'EventSource'],
    ...['importScripts', 'Worker', 'indexedDB', 'caches', 'cookieStore', 'BroadcastChannel'],
  ];
  for (let scope: object | null = globalThis; scope; scope = Reflect.getPrototypeOf(scope)) {
    for (const name of doors) Reflect.deleteProperty(scope, name);
  }
}

/** What an assertion says; any other error also says what it is. */
function said({ type, message }: { type: string; message: string }): string {
  return type === 'AssertionError' ? message : `${type}: ${message}`;
}

async function fetched(address: string): Promise<Uint8Array> {
  const response = await fetch(address);
  const type = response.headers.get('content-type') ?? '';
  if (!response.ok || type.includes('html')) {
    throw new Error(`${address} is not micropython.wasm: HTTP ${response.status}, ${type}`);
  }
  return new Uint8Array(await response.arrayBuffer());
}

/** MicroPython fetches its module by itself: it is given these bytes, wherever they came from. */
async function withFetchOf<Made>(bytes: Uint8Array, make: () => Promise<Made>): Promise<Made> {
  const { fetch } = globalThis;
  const headers = { 'content-type': 'application/wasm' };
  globalThis.fetch = async () => new Response(bytes as BufferSource, { headers });
  try {
    return await make();
  } finally {
    globalThis.fetch = fetch;
  }
}
