import { Stored } from '../lib/stored.js';
import { readObject, text } from '../lib/state-fields.js';
import { setOf } from '../lib/stored-fields.js';
import { allChapters } from './places.js';

/** Which chapters the reader has read to their end, kept on this device if possible. */
interface Progress {
  readonly read: readonly string[];
}

const parse = (input: unknown): Progress => ({
  read: setOf(text(80), 100)(readObject(input)['read']) ?? [],
});
const kept = new Stored('manyheads:lesson', parse);

const readChapters = () => {
  const { read } = kept.read();
  return allChapters().filter((id) => read.includes(id));
};

export const readCount = (): number => readChapters().length;

/** @return whether it is new */
export function markRead(chapter: string): boolean {
  const { read } = kept.read();
  if (read.includes(chapter)) return false;
  kept.write({ read: [...read, chapter] });
  return true;
}

/** Shows a tick at each chapter that was read. */
export function showTicks() {
  const read = new Set(readChapters());
  for (const entry of document.querySelectorAll<HTMLElement>('[data-chapter]')) {
    const isRead = read.has(entry.dataset['chapter']!);
    entry.classList.toggle('read', isRead);
    entry.querySelector<HTMLElement>('.tick')!.hidden = !isRead;
  }
}
