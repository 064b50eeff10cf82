/** Judges what was measured by the targets of the rows. A judgement is { met, text }. */
import { floorPage } from './cold/pages.mjs';

/** Ours in a row: the kernel where only it computes the row as layers do, else the package. */
export const oursIn = ({ contestants }) =>
  contestants.find(({ name }) => name === 'manyheads kernel') ??
  contestants.find(({ peer }) => !peer);

export const bestPeerIn = ({ contestants }) =>
  contestants
    .filter(({ peer }) => peer)
    .reduce((best, peer) => (best && best.median <= peer.median ? best : peer), null);

/** Of the machine's limit, 0 to 1; more where causal layers skip work that is counted. */
export function shareOf({ limit }, row, { median }) {
  return (row.flops ?? row.bytes) / (median / 1e3) / limit.perSecond;
}

const percent = (share) => `${Math.round(share * 100)} %`;

/** By the target's name: (the target, the row's measured values) => judgement, or null. */
const judges = {
  share: (least, { share }) => ({ met: share >= least, text: `>= ${percent(least)}` }),
  timesPeer: (least, { ours, peer }) =>
    peer && { met: peer.median / ours.median >= least, text: `>= ${least} x peer` },
  microseconds: (most, { ours }) => ({ met: ours.median * 1e3 <= most, text: `<= ${most} us` }),
  fasterThan: (other, { ours, results }) => {
    const plain = results.find(({ row }) => row === other);
    return plain && { met: ours.median < oursIn(plain).median, text: `faster than ${other}` };
  },
};

/** @param results  all rows of this environment */
export function judge(row, result, results, kind) {
  const ours = oursIn(result);
  if (!ours) return [];
  const measured = { ours, peer: bestPeerIn(result), share: shareOf(result, row, ours), results };
  return Object.entries(row.targets[kind] ?? {})
    .map(([target, asked]) => judges[target](asked, measured))
    .filter(Boolean);
}

/** At most this many ms above the floor, and this many bytes. */
const coldStartTarget = 30;
const bytesTarget = 132_500;

export function judgeColdStart(pages) {
  const above = pages.manyheads.median - pages[floorPage].median;
  return [{ met: above <= coldStartTarget, text: `<= ${coldStartTarget} ms above plain` }];
}

/** ms until the lesson's first figure answers, on a processor that is four times slower. */
const firstPageTarget = 1000;

export function judgeFirstPage(results) {
  const { median } = results.find(({ slowdown }) => slowdown === 4).figure;
  return [{ met: median <= firstPageTarget, text: `<= ${firstPageTarget} ms at a quarter` }];
}

/** ms until the first of 200 sandboxes answers, and for which the page is blocked at most. */
const crowdTargets = { first: 5000, longest: 200 };

export const judgeCrowd = (crowd) =>
  Object.entries(crowdTargets).map(([name, most]) => ({
    met: crowd[name].median <= most,
    text: `<= ${most} ms`,
  }));

/** ms of the slowest run. */
const solvedTarget = 1000;

export function judgeSolvedRuns({ times }) {
  return [{ met: Math.max(...times) <= solvedTarget, text: `<= ${solvedTarget} ms each` }];
}

export function judgeBytes(bytes) {
  return [{ met: bytes.manyheads <= bytesTarget, text: `<= ${bytesTarget / 1e3} KB` }];
}
