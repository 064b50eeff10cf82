/** In development, Vite before version 8 moves modules to this folder without the files next to them. */
const movedModules = /\/\.vite\/deps\/(?=[^/]*$)/;

/**
 * The address of an installed file. `beside` is its address next to a module that may have moved;
 * Next's bundler makes it a path alone.
 */
export const installedFile = (beside: URL): URL =>
  new URL(beside.href.replace(movedModules, '/manyheads/dist/'), globalThis.location?.href);
