/** Vite before version 8 moves modules here while one develops, and nothing that is beside them. */
const movedModules = /\/\.vite\/deps\/(?=[^/]*$)/;

/** Where npm has put a file of the package, by the address beside a module that may be moved. */
export const installedFile = (beside: URL): URL =>
  new URL(beside.href.replace(movedModules, '/manyheads/dist/'));
