import { register, type ElementClass } from '../ui/register.js';
import type { ElementDescription, Room } from '../ui/room.js';
import * as rooms from './rooms.js';

/** The descriptions of all elements, by tag. */
export const descriptions: ReadonlyMap<string, ElementDescription> = new Map(
  Object.values(rooms).flatMap((room: Room) => Object.entries(room)),
);

/** Resolves once the element is loaded and registered; rejects if it cannot be fetched. */
export async function loadElement(
  tag: string,
  { load }: ElementDescription,
): Promise<ElementClass> {
  const element = await load();
  register({ [tag]: element });
  return element;
}
