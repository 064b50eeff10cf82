/**
 * Starts Python's worker with as few rights as possible: in a hidden frame with its own origin (no
 * storage, no cookies) and its own policy (no network, no other scripts).
 */
import type { Trust } from '../../../lib/trusted.js';
import { bootHash, bootScript } from './frame-boot.js';

/** A worker, inside or outside a frame. */
interface IsolatedWorker {
  readonly port: MessagePort;
  readonly end: () => void;
}

const frameDocument = `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src '${bootHash}' 'wasm-unsafe-eval'; worker-src blob:"><script>${bootScript}</script>`;

/** How long to wait for a sign of the frame's script in ms. The page's policy may not allow it. */
const startTimeout = 2000;

/**
 * @param script  the text of the worker's script
 * @param address  its address if it is a file, for pages whose policy allows only files
 */
export async function startIsolated(
  trust: Trust,
  script: string,
  address: string | null,
): Promise<IsolatedWorker> {
  const ways: (() => Promise<IsolatedWorker>)[] = [
    () => inFrame(trust, script),
    () => fromPage(() => trust.startWorkerFrom(script)), // has the page's policy
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

/** Resolves when the worker's script has sent its first message. */
function whenStarted(port: MessagePort, end: () => void): Promise<IsolatedWorker> {
  return new Promise((resolve) => {
    port.onmessage = () => {
      port.onmessage = null;
      resolve({ port, end });
    };
  });
}

async function fromPage(start: () => Worker): Promise<IsolatedWorker> {
  const worker = start();
  const { port1, port2 } = new MessageChannel();
  const end = () => worker.terminate();
  worker.postMessage(null, [port2]);
  const failure = new Promise<never>((_, reject) => {
    worker.onerror = ({ message }) => reject(new Error(message));
  });
  try {
    return await Promise.race([whenStarted(port1, end), failure]);
  } catch (error) {
    end();
    throw error;
  }
}

async function inFrame(trust: Trust, script: string): Promise<IsolatedWorker> {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.hidden = true;
  frame.title = 'Python';
  const { port1, port2 } = new MessageChannel();
  const end = () => frame.remove(); // removing the document ends its worker
  const listening = new AbortController();
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const failure = new Promise<never>((_, reject) => {
    const onMessage = ({ source, data }: MessageEvent<unknown>) => {
      if (source !== frame.contentWindow) return;
      clearTimeout(waiting);
      frame.onload = null;
      if (data === 'ready') frame.contentWindow!.postMessage(script, '*', [port2]);
      else reject(new Error('The frame starts no worker.'));
    };
    addEventListener('message', onMessage, { signal: listening.signal });
    frame.onload = () => {
      waiting = setTimeout(() => reject(new Error('The frame runs no script.')), startTimeout);
    };
  });
  trust.fillFrame(frame, frameDocument);
  document.documentElement.append(frame);
  try {
    return await Promise.race([whenStarted(port1, end), failure]);
  } catch (error) {
    end();
    throw error;
  } finally {
    listening.abort();
  }
}
