import {
  besides,
  copied,
  expanded,
  latents,
  narrow,
  shared,
  summed,
  tied,
} from './head-schemes.js';
import type { Mark } from './marks.js';
import type { Sizes } from './sizes.js';
import type { Identity } from './state.js';
import { future, pages, places, steps, tiles, triangle, wholeRow } from './token-schemes.js';

/** Small drawings of both ways of computing, from the layer's real sizes. */
export const schemes: Readonly<
  Record<
    Identity,
    {
      readonly left: (sizes: Sizes, isBroken: boolean) => readonly Mark[];
      readonly right: (sizes: Sizes, isBroken: boolean) => readonly Mark[];
    }
  >
> = {
  concat: { left: besides, right: summed },
  tied: { left: tied, right: narrow },
  grouped: { left: shared, right: copied },
  tiles: { left: wholeRow, right: tiles },
  cached: { left: triangle, right: (sizes, isBroken) => steps(sizes, 1, isBroken) },
  paged: { left: triangle, right: pages },
  chunked: {
    left: triangle,
    right: (sizes, isBroken) => steps(sizes, sizes.chunks[0], isBroken),
  },
  absorbed: { left: latents, right: expanded },
  order: {
    left: (sizes, isBroken) => places(sizes, 'before', isBroken),
    right: (sizes, isBroken) => places(sizes, 'after', isBroken),
  },
  future: {
    left: (sizes) => future(sizes, false, false),
    right: (sizes, isBroken) => future(sizes, true, isBroken),
  },
};
