/** Serves a folder of static files to this machine only. */
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, extname, join, normalize } from 'node:path';
import { pipeline } from 'node:stream';
import { Failure } from './run.mjs';

const mediaTypes = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
  '.wasm': 'application/wasm',
};

/** The policy of the Python worker, if it is started from its file. */
export const pythonPolicy = "default-src 'none'; script-src 'wasm-unsafe-eval'";

/**
 * Serves at $PORT, by default at 8080 or the next free port; resolves to the address. Set HOST for
 * another network interface.
 * @param headers  are added to each answer
 */
export async function serve(folder, headers = {}) {
  const { PORT, HOST = '127.0.0.1' } = process.env;
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    answer(folder, request, response);
  });
  const wanted = Number(PORT ?? 8080);
  if (!(Number.isInteger(wanted) && wanted >= 0 && wanted < 65_536)) {
    throw new Failure(`PORT is '${PORT}', wanted a number from 0 to 65535`);
  }
  const port = await listen(server, wanted, HOST, PORT === undefined);
  const host = HOST === '127.0.0.1' ? 'localhost' : HOST.includes(':') ? `[${HOST}]` : HOST;
  return `http://${host}:${port}/`;
}

function listen(server, port, host, mayMove) {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      server.removeAllListeners('listening'); // the next port brings its own
      if (error.code !== 'EADDRINUSE' || !mayMove) return reject(new Failure(error.message));
      resolve(listen(server, port + 1, host, mayMove));
    });
    server.listen(port, host, () => resolve(server.address().port));
  });
}

function answer(folder, request, response) {
  const file = fileOf(folder, request.url);
  if (file === null) {
    response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not found\n');
    return;
  }
  const { path, version } = file;
  response.setHeader('Cache-Control', 'no-cache'); // a browser asks each time if its copy is right
  response.setHeader('ETag', version);
  if (request.headers['if-none-match'] === version) {
    response.writeHead(304).end();
    return;
  }
  const type = mediaTypes[extname(path)] ?? 'application/octet-stream';
  const isPython = basename(path) === 'python-worker.js';
  response.writeHead(200, {
    'Content-Type': type,
    ...(isPython ? { 'Content-Security-Policy': pythonPolicy } : {}),
  });
  // Closes the file if the reader leaves, and the connection if the file cannot be read.
  pipeline(createReadStream(path), response, () => {});
}

/**
 * The file of a URL, and what changes whenever it is written; or null. A normalized path that starts
 * with / cannot leave the folder.
 */
function fileOf(folder, url) {
  try {
    const named = normalize(decodeURIComponent(new URL(url, 'http://host').pathname));
    const path = join(folder, named.endsWith('/') ? `${named}index.html` : named);
    const found = statSync(path);
    return found.isFile() ? { path, version: `"${found.mtimeMs}-${found.size}"` } : null;
  } catch {
    return null; // malformed or missing
  }
}
