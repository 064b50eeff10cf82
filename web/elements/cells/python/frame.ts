/**
 * Starts the thread for Python where it can do least: in a hidden frame that has an origin of its
 * own (no storage, no cookies) and a policy of its own (no network, no other scripts).
 */
import type { Trust } from '../../../lib/trusted.js';
import { bootHash, bootScript } from './frame-boot.js';

/** A worker that has been started, wherever. */
export interface Isolated {
  readonly port: MessagePort;
  readonly end: () => void;
}

const frameDocument = `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src '${bootHash}' 'wasm-unsafe-eval'; worker-src blob:"><script>${bootScript}</script>`;

/** After the frame has loaded its script has run, if the page's policy lets it: it says so. */
const patience = 2000;

/**
 * @param script  the worker's, which needs no file
 * @param address  where it is as a file, if it is one: for a page whose policy allows nothing else
 */
export async function startIsolated(
  trust: Trust,
  script: string,
  address: string | null,
): Promise<Isolated> {
  const ways: (() => Promise<Isolated>)[] = [
    () => inFrame(trust, script),
    () => fromPage(() => trust.startWorkerFrom(script)), // has the page's policy, which is strict
  ];
  if (address !== null) ways.push(() => fromPage(() => trust.startWorker(address)));
  let last: unknown;
  for (const way of ways) {
    try {
      return await way();
    } catch (error) {
      last = error;
    }
  }
  throw last;
}

/** Resolves once the worker's own script runs, which says so first. */
function whenStarted(port: MessagePort, end: () => void): Promise<Isolated> {
  return new Promise((resolve) => {
    port.onmessage = () => {
      port.onmessage = null;
      resolve({ port, end });
    };
  });
}

async function fromPage(start: () => Worker): Promise<Isolated> {
  const worker = start();
  const { port1, port2 } = new MessageChannel();
  const end = () => worker.terminate();
  worker.postMessage(null, [port2]);
  const refused = new Promise<never>((_, reject) => {
    worker.onerror = ({ message }) => reject(new Error(message));
  });
  try {
    return await Promise.race([whenStarted(port1, end), refused]);
  } catch (error) {
    end();
    throw error;
  }
}

async function inFrame(trust: Trust, script: string): Promise<Isolated> {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.hidden = true;
  frame.title = 'Python';
  const { port1, port2 } = new MessageChannel();
  const end = () => frame.remove(); // a document that is gone takes its worker along
  const heard = new AbortController();
  const refused = new Promise<never>((_, reject) => {
    const onMessage = ({ source, data }: MessageEvent<unknown>) => {
      if (source !== frame.contentWindow) return;
      if (data === 'ready') frame.contentWindow!.postMessage(script, '*', [port2]);
      else reject(new Error('The frame starts no worker.'));
    };
    addEventListener('message', onMessage, { signal: heard.signal });
    frame.onload = () => setTimeout(() => reject(new Error('The frame runs no script.')), patience);
  });
  trust.fillFrame(frame, frameDocument);
  document.documentElement.append(frame);
  try {
    return await Promise.race([whenStarted(port1, end), refused]);
  } catch (error) {
    end();
    throw error;
  } finally {
    heard.abort();
  }
}
