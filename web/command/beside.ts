import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';

/**
 * The path of a file that a lesson names. Only files in the lesson's folder: someone else's lesson
 * must not put your other files into what you publish.
 *
 * @return null if the lesson may not have it, or it is not there
 */
export function besideLesson(lesson: string, name: string): string | null {
  const folder = folderOf(lesson);
  const path = join(folder, decoded(name));
  if (/^[a-z][a-z\d+.-]*:|^[/\\]/iu.test(name) || !existsSync(path)) return null;
  const real = realpathSync(path);
  return real.startsWith(folder + sep) && statSync(real).isFile() ? real : null;
}

/** The real path of a lesson's folder. */
export const folderOf = (lesson: string): string => realpathSync(dirname(resolve(lesson)));

/** A name as it is in an address: with %20 for a space. */
export function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Whether both paths are there and are one file or folder, also by links and other spellings. */
export function sameFile(path: string, other: string): boolean {
  const [one, two] = [path, other].map((each) =>
    statSync(each, { bigint: true, throwIfNoEntry: false }),
  );
  return one !== undefined && one.dev === two?.dev && one.ino === two.ino;
}
