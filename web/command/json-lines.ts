const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gu;

interface Level {
  readonly isList: boolean;
  /** The current index, or the current name; null before a name. */
  key: string | number | null;
}

/**
 * The line of each value in a valid JSON text, by its place, such as /0/options/2.
 *
 * @param depth  values in more lists and objects than this are left out
 */
export function jsonLines(text: string, depth: number): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  const levels: Level[] = [];
  let line = 1;
  let end = 0;
  for (const { 0: part, index } of text.matchAll(token)) {
    line += text.slice(end, index).split('\n').length - 1;
    end = index;
    readToken(part, levels, () => {
      if (levels.length <= depth) lines.set(placeOf(levels), line);
    });
  }
  return lines;
}

const placeOf = (levels: readonly Level[]) => levels.map(({ key }) => `/${key}`).join('');

function readToken(part: string, levels: Level[], place: () => void) {
  const level = levels.at(-1);
  if (part === '}' || part === ']') levels.pop();
  else if (part === ',') level!.key = level!.isList ? (level!.key as number) + 1 : null;
  else if (part !== ':' && level?.key === null) {
    level.key = JSON.parse(part) as string;
    place();
  } else if (part !== ':') {
    if (!level || level.isList) place();
    if (part === '[' || part === '{')
      levels.push({ isList: part === '[', key: part === '[' ? 0 : null });
  }
}
