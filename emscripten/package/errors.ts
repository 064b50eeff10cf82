const mark = Symbol.for('manyheads.error');

/** What went wrong, for programs: a code never changes its meaning. */
export type ErrorCode =
  'failed' | 'config' | 'shape' | 'format' | 'disposed' | 'out-of-memory' | 'unsupported';

/** The base class of all errors of this package. */
export class ManyheadsError extends Error {
  override name = 'ManyheadsError';

  get code(): ErrorCode {
    return 'failed';
  }

  /** Marks the errors of every copy of the package on a page. */
  get [mark](): ErrorCode {
    return this.code;
  }

  /** Each door of the package has its own classes: an error of one is an instance in the others. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    if (Function.prototype[Symbol.hasInstance].call(this, value)) return true;
    if (!Object.hasOwn(this.prototype, 'code')) return false;
    const code = (value as Partial<ManyheadsError> | null | undefined)?.[mark];
    return code !== undefined && (this === ManyheadsError || this.prototype.code === code);
  }
}

/** A setting that is unknown, of the wrong type or impossible. */
export class ConfigError extends ManyheadsError {
  override name = 'ConfigError';
  override get code() {
    return 'config' as const;
  }
  constructor(
    message: string,
    readonly field: string,
  ) {
    super(message);
  }
}

/** A tensor has a wrong shape. `axis` is null if no single axis is wrong: the rank, or the length. */
export class ShapeError extends ManyheadsError {
  override name = 'ShapeError';
  override get code() {
    return 'shape' as const;
  }
  constructor(
    message: string,
    readonly argument: string,
    readonly axis: number | null,
    readonly expected: string,
    readonly actual: string,
  ) {
    super(message);
  }
}

/** Text or bytes that cannot be read. `offset` counts bytes, `column` characters from 1. */
export class FormatError extends ManyheadsError {
  override name = 'FormatError';
  override get code() {
    return 'format' as const;
  }
  readonly offset?: number;
  readonly column?: number;
  constructor(message: string, where: { offset?: number; column?: number } = {}) {
    super(message);
    if (where.offset !== undefined) this.offset = where.offset;
    if (where.column !== undefined) this.column = where.column;
  }
}

/** A handle was used after its `dispose()`. */
export class DisposedError extends ManyheadsError {
  override name = 'DisposedError';
  override get code() {
    return 'disposed' as const;
  }
}

/** Valid, but too large for a tensor (2 GiB or more) or for the free memory. */
export class OutOfMemoryError extends ManyheadsError {
  override name = 'OutOfMemoryError';
  override get code() {
    return 'out-of-memory' as const;
  }
}

/** This platform has no WebAssembly, or its WebAssembly lacks SIMD or exception handling. */
export class UnsupportedError extends ManyheadsError {
  override name = 'UnsupportedError';
  override get code() {
    return 'unsupported' as const;
  }
}
