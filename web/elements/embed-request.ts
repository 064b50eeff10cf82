/** What an address of embed.html, and a message to it, may ask for. Nothing else gets in. */

/** The attributes of the element. `names` are those that it accepts, `flags` the boolean ones. */
export function attributesIn(
  parameters: URLSearchParams,
  names: readonly string[],
  flags: readonly string[],
): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const name of names) {
    const value = parameters.get(name);
    const isOff = flags.includes(name) && (value === '0' || value === 'false');
    if (value !== null && !isOff) attributes.set(name, value);
  }
  if (parameters.has('code')) attributes.set('from-link', ''); // the cell asks before it runs
  return attributes;
}

/**
 * The state that a message sets, which the element checks; null if it is another message. Without a
 * version it is version 1.
 */
export function stateIn(data: unknown): { readonly state: unknown } | null {
  if (typeof data !== 'object' || data === null) return null;
  const { type, version = 1, state } = data as Record<string, unknown>;
  return type === 'mh-set-state' && version === 1 ? { state } : null;
}
