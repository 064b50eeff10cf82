/** Contestants of the cold start, each a page of its own: <name>.mjs. */
export const coldPages = ['manyheads', 'plain-javascript', 'onnxruntime-web', 'tfjs'];

/** The floor: a page that computes the same with nothing to load. */
export const floorPage = 'plain-javascript';
