/** Node: rows are measured in a process of its own. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { pin } from './pinning.mjs';

const program = fileURLToPath(new URL('./node-process.mjs', import.meta.url));

export async function openNode({ folder }) {
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
  return {
    name: 'Node',
    kind: 'wasm',
    version: process.versions.node,
    async measure(row, settings) {
      child.send({ row, settings });
      const { result, error } = await answer();
      if (error) throw new Error(error);
      return result;
    },
    close: () => child.disconnect(),
  };
}
