import { register, type ElementClass } from '../ui/register.js';
import type { ElementDescription, Room } from '../ui/room.js';
import * as rooms from './rooms.js';

/** What is known about each element, by its tag. */
export const described: ReadonlyMap<string, ElementDescription> = new Map(
  Object.values(rooms).flatMap((room: Room) => Object.entries(room)),
);

/** @return once it is loaded and registered; rejected where it cannot be fetched */
export async function loadElement(
  tag: string,
  { load }: ElementDescription,
): Promise<ElementClass> {
  const element = await load();
  register({ [tag]: element });
  return element;
}
