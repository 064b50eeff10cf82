/**
 * Calls the engine for Python: functions of `engine-table.ts` by their Python names, on the engine or
 * on an object, which Python knows by number.
 */
import type { Engine } from '../../../../emscripten/package/contract.js';
import { orderArguments, parseSignature, type Parameter } from './arguments.js';
import { EngineObjects } from './engine-objects.js';
import { kinds, topics, type Kind } from './engine-table.js';
import { methodName, toPython } from './names.js';

interface Member {
  /** The name in the contract. */
  readonly name: string;
  /** null for a value that is not a function. */
  readonly parameters: readonly Parameter[] | null;
  readonly makes: Kind | null;
}
type Members = ReadonlyMap<string, Member>;

const parseMembers = (table: Readonly<Record<string, string>>): Members =>
  new Map(
    Object.entries(table).map(([name, signature]) => [
      methodName(name),
      {
        name,
        parameters: signature === 'value' ? null : parseSignature(signature),
        makes: (signature.split(' -> ')[1] as Kind | undefined) ?? null,
      },
    ]),
  );
const parseOwners = (tables: Readonly<Record<string, Readonly<Record<string, string>>>>) =>
  new Map(Object.entries(tables).map(([owner, table]) => [owner, parseMembers(table)]));

const topicMembers = parseOwners(topics);
const kindMembers = parseOwners(kinds);

/** The names from which Python creates its functions and classes. */
export function engineNames() {
  const functionNames = (owners: ReadonlyMap<string, Members>) =>
    Object.fromEntries(
      [...owners].map(([owner, members]) => [
        owner,
        Object.fromEntries([...members].map(([name, { parameters }]) => [name, !!parameters])),
      ]),
    );
  return { topics: functionNames(topicMembers), kinds: functionNames(kindMembers) };
}

export class EngineCalls {
  readonly #engine: Engine;
  readonly #objects = new EngineObjects();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** The object with this number. */
  object = (number: unknown): object => this.#objects.get(number).object;

  hold = (number: number): boolean => this.#objects.hold(number);

  /** Unknown numbers are ignored. */
  close = (number: number): void => this.#objects.close(number);

  /**
   * @param path  such as `cost.kv_cache`; or the name of a method of `object`
   * @param unpack  decodes an argument: tensors, bytes and objects
   */
  call(
    path: string,
    positional: readonly unknown[],
    keywords: Readonly<Record<string, unknown>>,
    object: unknown,
    unpack: (value: unknown) => unknown,
  ): unknown {
    if (object !== undefined && path === 'close') return this.close(object as number);
    const { owner, member } =
      object === undefined ? this.#functionAt(path) : this.#methodOf(object, path);
    const { name, parameters, makes } = member;
    const value: unknown = Reflect.get(owner, name);
    if (parameters === null) return toPython(value, name);
    const values = orderArguments(path.split('.').at(-1)!, parameters, positional, keywords).map(
      unpack,
    );
    if (makes) this.#objects.requireRoom();
    const answer: unknown = Reflect.apply(value as () => unknown, owner, values);
    return makes ? this.#objects.add(answer as never, makes) : toPython(answer, '');
  }

  #functionAt(path: string): { owner: object; member: Member } {
    const [topic = '', name = '', ...more] = path.split('.');
    const member = topicMembers.get(topic)?.get(name);
    if (!member || more.length > 0) throw new Error(`The engine has no ${path}.`);
    const owner = topic === 'engine' ? this.#engine : this.#engine[topic as 'tensor'];
    return { owner, member };
  }

  #methodOf(number: unknown, name: string): { owner: object; member: Member } {
    const { kind, object: owner } = this.#objects.get(number);
    const member = kindMembers.get(kind)!.get(name);
    if (!member) throw new Error(`${kind} has no ${name}.`);
    return { owner, member };
  }
}
