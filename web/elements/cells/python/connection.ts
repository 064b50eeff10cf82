import { readMessage, type FromPython, type ToPython } from './messages.js';
import type { Trust } from '../../../lib/trusted.js';
import { mostOutput, type Code, type Ran, type Write } from './service.js';

/** A Python worker that was just started. */
export interface StartedPython {
  /** The only channel to the worker. */
  readonly port: MessagePort;
  /** The .wasm of the core and of MicroPython. */
  readonly core: Uint8Array;
  readonly micropython: Uint8Array;
  /** Ends the worker immediately. */
  readonly end: () => void;
}
export type StartPython = (trust: Trust) => Promise<StartedPython>;

/** The expected answer. If none is expected, no message may come. */
type Awaited =
  | { readonly type: 'ready'; readonly resolve: (version: string) => void }
  | {
      readonly type: 'end';
      readonly run: number;
      readonly isChecked: boolean;
      readonly write: Write;
      readonly resolve: (ran: Ran) => void;
      letters: number;
      lines: number;
    };

/**
 * The page's side of a worker that runs a learner's code. It accepts only plain data for the current
 * run, up to the output limit, and passes no functions. On any other message, the worker is assumed
 * to be compromised and is ended.
 */
export class PythonConnection {
  readonly #started: StartedPython;
  readonly #ended: Promise<never>;
  #reject!: (reason: Error) => void;
  #awaited: Awaited | null = null;
  #runs = 0;

  constructor(started: StartedPython) {
    this.#started = started;
    this.#ended = new Promise<never>((_, reject) => (this.#reject = reject));
    this.#ended.catch(() => {}); // no unhandled rejection if it ends while no call is pending
    started.port.onmessage = ({ data }) => this.#take(data);
    started.port.onmessageerror = () => this.end('The thread of this cell sent what is no data.');
  }

  /** @return the version of the core */
  load(): Promise<string> {
    const { core, micropython } = this.#started;
    return this.#ask({ type: 'load', core, micropython }, (resolve: (version: string) => void) => ({
      type: 'ready',
      resolve,
    }));
  }

  run(code: Code, write: Write): Promise<Ran> {
    const run = ++this.#runs;
    const isChecked = code.check !== undefined;
    return this.#ask({ type: 'run', run, code }, (resolve: (ran: Ran) => void) => ({
      ...{ type: 'end', run, isChecked, write, resolve },
      ...{ letters: 0, lines: 0 },
    }));
  }

  /** Ends the worker and rejects pending calls. */
  end(reason: string) {
    this.#awaited = null;
    this.#started.port.onmessage = null;
    this.#started.port.close();
    this.#started.end();
    this.#reject(new Error(reason));
  }

  #ask<Answer>(
    message: ToPython,
    awaited: (resolve: (answer: Answer) => void) => Awaited,
  ): Promise<Answer> {
    const answer = new Promise<Answer>((resolve) => (this.#awaited = awaited(resolve)));
    this.#started.port.postMessage(message);
    return Promise.race([answer, this.#ended]);
  }

  #take(data: unknown) {
    const message = readMessage(data);
    const awaited = this.#awaited;
    if (message?.type === 'failed') this.end(message.message);
    else if (!message || !awaited || !this.#settle(awaited, message)) {
      this.end('The thread of this cell sent what it may not send.');
    }
  }

  /** @return whether the message is allowed now */
  #settle(awaited: Awaited, message: FromPython): boolean {
    if (awaited.type === 'ready') {
      if (message.type !== 'ready') return false;
      this.#awaited = null;
      awaited.resolve(message.version);
      return true;
    }
    if (message.type === 'output' && message.run === awaited.run) {
      awaited.letters += message.text.length;
      awaited.lines += 1;
      const { letters, lines } = awaited;
      if (letters > mostOutput.letters || lines > mostOutput.lines) return false;
      awaited.write(message.text, letters === mostOutput.letters || lines === mostOutput.lines);
      return true;
    }
    if (message.type !== 'end' || message.run !== awaited.run) return false;
    const { error, failing } = message.ran;
    const isWhole = (failing !== null) === (awaited.isChecked && error === null);
    if (!isWhole) return false;
    this.#awaited = null;
    awaited.resolve(message.ran);
    return true;
  }
}
