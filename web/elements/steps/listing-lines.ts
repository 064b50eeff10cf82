import { changedLines, type ChangePlace, type LayerChanges } from './changed-lines.js';
import type { Language } from './state.js';
import { listSteps, type Stage, type Variant } from './list.js';

interface ListingLine {
  readonly text: string;
  /** null for lines that belong to no step: imports, helpers, closing braces. */
  readonly stage: Stage | null;
}

/** A learner's changes, in the listing's language. */
export interface ListingChanges extends LayerChanges {
  readonly language: Language;
}

/** A marker is a comment line such as `# [scores if causal]`; [] ends a part. */
const marker = /^(\s*)(?:#|\/\/) \[(\w*)(?: (if|unless|insert) ([\w-]+))?\]$/u;

/**
 * The lines of a listing for one variant. Markers say which step the lines below them belong to, in
 * which variants they are left out, and where a learner's changes are inserted.
 */
export function listingLines(
  source: string,
  variant: Variant,
  causal: boolean,
  changes: ListingChanges | null = null,
): readonly ListingLine[] {
  const existing = new Set<string>(listSteps(1, variant).map(({ stage }) => stage));
  const inserted = changes && changedLines(changes.language, changes);
  const facts = listFacts(variant, causal, inserted);
  const lines: ListingLine[] = [];
  let stage: Stage | null = null;
  let isLeftOut = false;
  for (const text of source.trimEnd().split('\n')) {
    const [isMarker, indent = '', name, condition, fact] = marker.exec(text) ?? [];
    if (isMarker) {
      stage = (name || null) as Stage | null;
      const applies = !fact || facts.has(fact) === (condition === 'if');
      isLeftOut = !applies || (stage !== null && !existing.has(stage));
      if (condition === 'insert' && existing.has(name!)) {
        const added = inserted?.[fact as ChangePlace] ?? [];
        lines.push(...added.map((text) => ({ text: indent + text, stage })));
      }
      isLeftOut ||= condition === 'insert';
    } else if (!isLeftOut) lines.push({ text, stage });
  }
  return lines;
}

/** A changed mask has lines of its own, also for causal layers. */
function listFacts(
  variant: Variant,
  causal: boolean,
  inserted: ReturnType<typeof changedLines> | null,
): ReadonlySet<string> {
  const isChanged = (place: ChangePlace) => (inserted?.[place].length ?? 0) > 0;
  return new Set([
    variant,
    ...(causal && !isChanged('changed-mask') ? ['causal'] : []),
    ...(isChanged('changed-weights') ? ['weights-changed'] : []),
  ]);
}
