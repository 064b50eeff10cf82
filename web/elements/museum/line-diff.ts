/** A line of a diff. */
export interface DiffLine {
  readonly kind: 'kept' | 'removed' | 'added';
  readonly text: string;
}

/** The shortest diff of two texts, by their longest common subsequence of lines. */
export function lineDiff(before: string, after: string): DiffLine[] {
  const [a, b] = [before.split('\n'), after.split('\n')];
  const common = commonLengths(a, b);
  const diff: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      diff.push({ kind: 'kept', text: a[i]! });
      [i, j] = [i + 1, j + 1];
    } else if (j === b.length || (i < a.length && common[i + 1]![j]! >= common[i]![j + 1]!)) {
      diff.push({ kind: 'removed', text: a[i++]! });
    } else {
      diff.push({ kind: 'added', text: b[j++]! });
    }
  }
  return diff;
}

/** Groups of changed lines with `context` unchanged lines around them. */
export function groupChanges(diff: readonly DiffLine[], context: number): DiffLine[][] {
  const isNear = (line: number) =>
    diff.slice(Math.max(0, line - context), line + context + 1).some(({ kind }) => kind !== 'kept');
  const parts: DiffLine[][] = [];
  for (const [line, each] of diff.entries()) {
    if (!isNear(line)) continue;
    if (line > 0 && isNear(line - 1)) parts.at(-1)!.push(each);
    else parts.push([each]);
  }
  return parts;
}

/** [i][j]: the length of the longest common subsequence of a from i on and b from j on. */
function commonLengths(a: readonly string[], b: readonly string[]): number[][] {
  const lengths = Array.from({ length: a.length + 1 }, () => Array<number>(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i]![j] =
        a[i] === b[j]
          ? lengths[i + 1]![j + 1]! + 1
          : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
    }
  }
  return lengths;
}
