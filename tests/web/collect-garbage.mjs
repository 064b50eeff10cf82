import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

/** What nothing refers to any more is gone afterwards, a weak reference's object too. */
export async function collectGarbage() {
  await wait(1);
  collect();
}
