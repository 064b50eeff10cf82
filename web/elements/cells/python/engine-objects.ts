import type { Handle } from '../../../../emscripten/package/contract.js';
import { DisposedError, ManyheadsError } from '../../../../emscripten/package/errors.js';
import type { Kind } from './engine-table.js';

/** More than a lesson needs. Python frees unused objects only between runs. */
export const maxObjects = 1000;

/** A reference to an object of the engine: its number and kind. */
export class ObjectNumber {
  constructor(
    readonly number: number,
    readonly kind: Kind,
  ) {}
}

/** The layers, caches and trainers that Python created. It knows them by numbers, never reused. */
export class EngineObjects {
  readonly #open = new Map<number, { readonly kind: Kind; readonly object: Handle }>();
  #newest = 0;
  /** The newest object that Python has a reference to. */
  #newestHeld = 0;

  /** Throws if there are too many objects. */
  requireRoom() {
    if (this.#open.size < maxObjects) return;
    throw new ManyheadsError(
      `${maxObjects} layers, caches and trainers are open, and a cell can have no more. ` +
        'Close those that you do not need: layer.close(), or "with ... as layer:".',
    );
  }

  add(object: Handle, kind: Kind): ObjectNumber {
    this.#open.set(++this.#newest, { kind, object });
    return new ObjectNumber(this.#newest, kind);
  }

  get(number: unknown): { readonly kind: Kind; readonly object: Handle } {
    const entry = this.#open.get(number as number);
    if (!entry) throw new DisposedError('This object was closed, or never made.');
    return entry;
  }

  /** @return whether this is the newest object, and Python has no reference to it yet */
  hold(number: number): boolean {
    const isNew = number === this.#newest && number > this.#newestHeld;
    if (isNew) this.#newestHeld = number;
    return isNew;
  }

  close(number: number) {
    this.#open.get(number)?.object.dispose();
    this.#open.delete(number);
  }
}
