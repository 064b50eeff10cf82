import { anySize, share } from '../../lib/numbers.js';

/** A loss; it may be huge, because runs can diverge. */
export const lossText = (value: number): string => (value < 1000 ? share(value) : anySize(value));
