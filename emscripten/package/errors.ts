/** The base class of all errors of this package. */
export class ManyheadsError extends Error {
  override name = 'ManyheadsError';
}

/** A setting that is unknown, of the wrong type or impossible. */
export class ConfigError extends ManyheadsError {
  override name = 'ConfigError';
  constructor(
    message: string,
    readonly field: string,
  ) {
    super(message);
  }
}

/** A tensor has a wrong shape. `axis` is null if the rank or the nesting is wrong. */
export class ShapeError extends ManyheadsError {
  override name = 'ShapeError';
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
}

/** Valid, but too large for a tensor (2 GiB or more) or for the free memory. */
export class OutOfMemoryError extends ManyheadsError {
  override name = 'OutOfMemoryError';
}

/** This platform has no WebAssembly, or no SIMD in it. */
export class UnsupportedError extends ManyheadsError {
  override name = 'UnsupportedError';
}
