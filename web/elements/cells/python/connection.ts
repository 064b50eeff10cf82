import { readMessage, type FromPython, type ToPython } from './messages.js';
import type { Trust } from '../../../lib/trusted.js';
import { maxOutput, type Code, type Ran, type Write } from './service.js';

/** A Python worker that was just started. */
interface StartedPython {
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
type Expected = { readonly reject: (reason: Error) => void } & (
  | { readonly type: 'ready'; readonly resolve: (version: string) => void }
  | {
      readonly type: 'end';
      readonly run: number;
      readonly isChecked: boolean;
      readonly write: Write;
      readonly resolve: (ran: Ran) => void;
      letters: number;
      lines: number;
    }
);

/**
 * The page's side of a worker that runs a learner's code. It accepts only plain data for the current
 * run, up to the output limit, and passes no functions. On any other message, the worker is assumed
 * to be compromised and is ended.
 */
export class PythonConnection {
  readonly #started: StartedPython;
  /** Why the worker was ended; null while it lives. */
  #ended: Error | null = null;
  #expected: Expected | null = null;
  #runs = 0;

  constructor(started: StartedPython) {
    this.#started = started;
    started.port.onmessage = ({ data }) => this.#receive(data);
    started.port.onmessageerror = () => this.end('The thread of this cell sent what is no data.');
  }

  /** @return the version of the core */
  load(): Promise<string> {
    const { core, micropython } = this.#started;
    return this.#ask<string>({ type: 'load', core, micropython }, (resolve, reject) => ({
      type: 'ready',
      ...{ resolve, reject },
    }));
  }

  run(code: Code, write: Write): Promise<Ran> {
    const run = ++this.#runs;
    const isChecked = code.check !== undefined;
    return this.#ask<Ran>({ type: 'run', run, code }, (resolve, reject) => ({
      ...{ type: 'end', run, isChecked, write, resolve, reject },
      ...{ letters: 0, lines: 0 },
    }));
  }

  /** Ends the worker and rejects the pending call. */
  end(reason: string) {
    this.#ended ??= new Error(reason);
    this.#started.port.onmessage = null;
    this.#started.port.close();
    this.#started.end();
    this.#expected?.reject(this.#ended);
    this.#expected = null;
  }

  #ask<Answer>(
    message: ToPython,
    expect: (resolve: (answer: Answer) => void, reject: (reason: Error) => void) => Expected,
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#ended) return reject(this.#ended);
      this.#expected = expect(resolve, reject);
      this.#started.port.postMessage(message);
    });
  }

  #receive(data: unknown) {
    const message = readMessage(data);
    const expected = this.#expected;
    if (message?.type === 'failed') this.end(message.message);
    else if (!message || !expected || !this.#accept(expected, message)) {
      this.end('The thread of this cell sent what it may not send.');
    }
  }

  /** @return whether the message is allowed now */
  #accept(expected: Expected, message: FromPython): boolean {
    if (expected.type === 'ready') {
      if (message.type !== 'ready') return false;
      this.#expected = null;
      expected.resolve(message.version);
      return true;
    }
    if (message.type === 'output' && message.run === expected.run) {
      expected.letters += message.text.length;
      expected.lines += 1;
      const { letters, lines } = expected;
      if (letters > maxOutput.letters || lines > maxOutput.lines) return false;
      expected.write(message.text, letters === maxOutput.letters || lines === maxOutput.lines);
      return true;
    }
    if (message.type !== 'end' || message.run !== expected.run) return false;
    const { error, failing } = message.ran;
    const isWhole = (failing !== null) === (expected.isChecked && error === null);
    if (!isWhole) return false;
    this.#expected = null;
    expected.resolve(message.ran);
    return true;
  }
}
