/** Vite before version 8 moves modules here while one develops, and nothing that is beside them. */
const movedModules = /\/\.vite\/deps\/(?=[^/]*$)/;

/** Where npm has put a file of the package, by the address beside a module that may be moved. */
export const installedFile = (beside: URL): URL =>
  new URL(beside.href.replace(movedModules, '/manyheads/dist/'));

/**
 * A module's worker, where that module may be moved. Bundlers find workers by the whole expression
 * that starts them: `start` holds it, and is called where nothing is moved.
 * @param beside  a file beside the module and the worker's script
 */
export function startInstalled(script: string, beside: URL, start: () => Worker): Worker {
  if (!movedModules.test(beside.href)) return start();
  return new Worker(new URL(script, installedFile(beside)), { type: 'module' });
}
