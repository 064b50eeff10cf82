/** What an address of embed.html, and a message to it, may ask for. Nothing else gets in. */

/**
 * The attributes of the element. `names` are those that it accepts, `flags` the boolean ones, `page`
 * is the whole address.
 */
export function attributesIn(
  parameters: URLSearchParams,
  names: readonly string[],
  flags: readonly string[],
  page: string,
): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const name of names) {
    const value = parameters.get(name);
    const isOff = flags.includes(name) && (value === '0' || value === 'false');
    const isForeign = name === 'src' && value !== null && !isOwnFile(value, page);
    if (value !== null && !isOff && !isForeign) attributes.set(name, value);
  }
  if (parameters.has('code')) attributes.set('from-link', ''); // the cell asks before it runs
  return attributes;
}

/**
 * Whether an address may name this file. Anyone can write an address: their questions must not look
 * like those of the site, and no other host must learn of its readers.
 */
export function isOwnFile(file: string, page: string): boolean {
  if (!URL.canParse(file, page)) return false;
  const [wanted, own] = [new URL(file, page), new URL(page)];
  if (own.protocol === 'file:') {
    // All files of a disk have the same origin. An escaped slash might lead out of the folder.
    return wanted.href.startsWith(new URL('.', own).href) && !/%2f|%5c/iu.test(wanted.pathname);
  }
  return (
    /^https?:$/u.test(own.protocol) &&
    wanted.origin === own.origin &&
    wanted.protocol === own.protocol
  );
}

/**
 * The state that a message sets, which the element checks; null if it is another message. Without a
 * version it is version 1.
 */
export function stateIn(data: unknown): { readonly state: unknown } | null {
  const { type, version = 1, state } = fieldsOf(data);
  return type === 'mh-set-state' && version === 1 ? { state } : null;
}

/** Whether a message asks for the height: a page that starts late has missed the first one. */
export function asksForHeight(data: unknown): boolean {
  const { type, version = 1 } = fieldsOf(data);
  return type === 'mh-get-height' && version === 1;
}

const fieldsOf = (data: unknown): Readonly<Record<string, unknown>> =>
  typeof data === 'object' && data !== null ? { ...data } : {};
