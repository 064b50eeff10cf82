import { listSteps, type Stage, type Variant } from './step-list.js';

interface ListingLine {
  readonly text: string;
  /** null for lines that belong to no step: imports, helpers, closing braces. */
  readonly stage: Stage | null;
}

/** A marker is a comment line such as `# [scores if causal]`; [] ends a part. */
const marker = /^\s*(?:#|\/\/) \[(\w*)(?: (if|unless) ([\w-]+))?\]$/u;

/**
 * The lines of a listing for one variant. Markers say which step the lines below them belong to, and
 * in which variants they are left out.
 */
export function listingLines(
  source: string,
  variant: Variant,
  causal: boolean,
): readonly ListingLine[] {
  const existing = new Set<string>(listSteps(1, variant).map(({ stage }) => stage));
  const facts = new Set<string>([variant, ...(causal ? ['causal'] : [])]);
  const lines: ListingLine[] = [];
  let stage: Stage | null = null;
  let isLeftOut = false;
  for (const text of source.trimEnd().split('\n')) {
    const [isMarker, name, condition, fact] = marker.exec(text) ?? [];
    if (isMarker) {
      stage = (name || null) as Stage | null;
      const applies = !fact || facts.has(fact) === (condition === 'if');
      isLeftOut = !applies || (stage !== null && !existing.has(stage));
    } else if (!isLeftOut) lines.push({ text, stage });
  }
  return lines;
}
