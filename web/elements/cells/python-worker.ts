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
/**
 * The worker for a group of cells. The page stays usable, and can end it at any time. It is a script
 * without imports, which gets everything it needs through one port.
 */
import createMicroPython from '@micropython/micropython-webassembly-pyscript';
import { load } from '../../../emscripten/package/index.js';
import { shorten, type FromPython, type ToPython } from './python/messages.js';
import { stripRealm } from './python/realm.js';
import { limitOutput, type Code, type PythonError, type Ran } from './python/service.js';
import { makeSession, type Session } from './python/session.js';

addEventListener('message', ({ ports: [port] }) => serve(port!), { once: true });

function serve(port: MessagePort) {
  const post = (message: FromPython) => port.postMessage(message);
  let session: Session;
  let write: (text: string) => void = () => {};
  const act = async (message: ToPython) => {
    if (message.type === 'run') {
      const { run, code } = message;
      write = limitOutput((text) => post({ type: 'output', run, text }));
      const error = session.run(code.name, code.source);
      write = () => {}; // output of the check is not shown
      post({ type: 'end', run, ran: runCheck(session, code, error) });
      return;
    }
    const engine = await load({ wasm: message.core });
    const wasm = await WebAssembly.compile(message.micropython as BufferSource);
    session = await makeSession(createMicroPython, wasm, engine, (text) => write(text));
    stripRealm();
    post({ type: 'ready', version: engine.version });
  };
  port.onmessage = ({ data }: MessageEvent<ToPython>) => {
    act(data).catch((error: unknown) => {
      const text = error instanceof Error ? error.message : String(error);
      post({ type: 'failed', message: text.slice(0, 1000) });
    });
  };
  post({ type: 'started' });
}

function runCheck(session: Session, { check }: Code, error: PythonError | null): Ran {
  if (error || check === undefined) return { error, failing: null };
  const failing = session.check(check);
  return { error: null, failing: failing ? shorten(text(failing)) : '' };
}

/** The message of an assertion; for other errors, also their type. */
function text({ type, message }: PythonError): string {
  return type === 'AssertionError' ? message || type : `${type}: ${message}`;
}
