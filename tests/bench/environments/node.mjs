/**
 * Node: every row is measured in a process of its own. In one for all rows, V8 once left the code
 * of one operator of a peer unoptimised to the end, and so three times too slow.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { pin } from './pinning.mjs';

const program = fileURLToPath(new URL('./node-process.mjs', import.meta.url));

export async function openNode({ folder }) {
  return {
    name: 'Node',
    kind: 'wasm',
    version: process.versions.node,
    measure: (row, settings) => measureInProcess(folder, row, settings),
    close() {},
  };
}

async function measureInProcess(folder, row, settings) {
  const child = fork(program, [folder]);
  const answer = () =>
    new Promise((resolve, reject) => {
      const ended = (status) => reject(new Error(`Node's process ended (${status})`));
      child.once('exit', ended).once('message', (message) => {
        child.off('exit', ended);
        resolve(message);
      });
    });
  await answer(); // it is ready
  pin(child.pid);
  child.send({ row, settings });
  const { result, error } = await answer();
  child.disconnect();
  if (error) throw new Error(error);
  return result;
}
