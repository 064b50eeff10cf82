/** Splits a file of the lesson into its head, lines `name: value` between two `---`, and its text. */
export function splitHead(
  name: string,
  file: string,
): [head: Record<string, string>, text: string] {
  const [, head, text] = /^---\n(.*?)\n---\n(.*)$/su.exec(file) ?? [];
  if (head === undefined || text === undefined) {
    throw new Error(
      `${name}.md does not begin with its head: lines "name: value" between two lines of ---`,
    );
  }
  return [readHead(head), text];
}

/** A value may continue in indented lines. */
const readHead = (head: string): Record<string, string> =>
  Object.fromEntries(
    Array.from(head.matchAll(/^(\w+): (?:>-)?(.*(?:\n +.*)*)/gmu), ([, name = '', value = '']) => [
      name,
      value.replace(/\s+/gu, ' ').trim(),
    ]),
  );
