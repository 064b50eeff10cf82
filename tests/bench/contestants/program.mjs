/**
 * Contestants in processes of their own, which answer every line with a line; programs/native.cpp
 * says what the lines are.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * @param program   as `start` gives it
 * @param folder    of the rows' tensors; outputs are written there too
 * @param variants  (row) => the words that prepare it, by the variant's name
 */
export const programContestant = ({ name, peer, program, folder, variants }) => ({
  name,
  peer,
  variants: (row) => Object.keys(variants(row)),
  async prepare(row, tensors, variant) {
    const place = join(folder, row.id);
    const output = join(place, 'output.bin');
    const [task, ...sizes] = variants(row)[variant];
    const which = await program.ask(task, place, ...sizes);
    return {
      time: async (count) => Number(await program.ask('time', which, count)),
      async output() {
        await program.ask('output', which, output);
        return new Float32Array(new Uint8Array(readFileSync(output)).buffer);
      },
      dispose() {},
    };
  },
});

/** The machine's peak as a program reaches it. */
export async function programPeak(program) {
  const [which, amount] = (await program.ask('multiply_add')).split(' ');
  const time = async (count) => Number(await program.ask('time', which, count));
  return { amount: Number(amount), time };
}

/** Starts a program. A question that it leaves unanswered, because it ended, is an error. */
export function start([file, ...args], environment = process.env) {
  const child = spawn(file, args, { env: environment, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async ask(...words) {
      child.stdin.write(`${words.join(' ')}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error(`${file} ended at: ${words.join(' ')}`);
      return value;
    },
    end: () => child.stdin.end(),
  };
}
