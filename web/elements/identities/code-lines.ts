import type { Sizes } from './sizes.js';
import type { Identity } from './state.js';

interface CodeLines {
  readonly right: string;
  readonly wrong: string;
}

/** The right line of a program and the usual mistake. Heads are the first axis, in z and W_O too. */
export function codeLines(identity: Identity, sizes: Sizes): CodeLines {
  const { heads, kvHeads, page } = sizes;
  const group = heads / kvHeads;
  const swapped = [1, 0, ...Array.from({ length: heads - 2 }, (_, i) => i + 2)].join(', ');
  const lines: Record<Identity, CodeLines> = {
    concat: {
      right: "y = einsum('htd,hdm->tm', z, W_O)",
      wrong: `y = einsum('htd,hdm->tm', z, W_O[[${swapped}]])`,
    },
    tied: { right: 'y = z[0] @ W_O.sum(axis=0)', wrong: 'y = z[0] @ W_O.mean(axis=0)' },
    grouped: {
      right: `k = np.repeat(k, ${group}, axis=0)`,
      wrong: `k = np.tile(k, (${group}, 1, 1))`,
    },
    tiles: {
      right: 'total = total * exp(m_old - m) + p.sum()',
      wrong: 'total = total + p.sum()',
    },
    cached: { right: 'y = cache.step(x[t])', wrong: 'cache.reset()\ny = cache.step(x[t])' },
    paged: {
      right: `page = table[sequence][t // ${page}]`,
      wrong: `page = table[other][t // ${page}]`,
    },
    chunked: { right: 'y = cache.step(chunk)', wrong: 'cache.reset()\ny = cache.step(chunk)' },
    absorbed: { right: 'v = c @ W_UV[h]', wrong: `v = c @ W_UV[(h + 1) % ${heads}]` },
    order: { right: 'y = attend(x[order])', wrong: 'y = attend(x[order], causal=True)' },
    future: { right: 'y = attend(x, causal=True)', wrong: 'y = attend(x)' },
  };
  return lines[identity];
}
