import type { Quiz } from '../question.js';
import addedBiases from './added-biases.json';
import beforeWO from './before-w-o.json';
import cacheWithoutGroups from './cache-without-groups.json';
import causalInAChunk from './causal-in-a-chunk.json';
import crossScores from './cross-scores.json';
import decodingScores from './decoding-scores.json';
import decodingStep from './decoding-step.json';
import dividedTooMuch from './divided-too-much.json';
import entriesOfWO from './entries-of-w-o.json';
import firstColumn from './first-column.json';
import flattenedHeads from './flattened-heads.json';
import forwardSteps from './forward-steps.json';
import gibAndGb from './gib-and-gb.json';
import gqaCache from './gqa-cache.json';
import groupedCrossover from './grouped-crossover.json';
import groupedHeadWidth from './grouped-head-width.json';
import groupedParameters from './grouped-parameters.json';
import groupsOrOne from './groups-or-one.json';
import headWidth from './head-width.json';
import headsTimesWidth from './heads-times-width.json';
import keyProjection from './key-projection.json';
import largeNegative from './large-negative.json';
import latentCache from './latent-cache.json';
import latentSteps from './latent-steps.json';
import maskBeforeSoftmax from './mask-before-softmax.json';
import meanOfAScore from './mean-of-a-score.json';
import memoryOfScores from './memory-of-scores.json';
import multiQuerySavings from './multi-query-savings.json';
import nothingToSee from './nothing-to-see.json';
import onWhichSide from './on-which-side.json';
import oneRelationLost from './one-relation-lost.json';
import oneWideHead from './one-wide-head.json';
import ownProjections from './own-projections.json';
import paddingMask from './padding-mask.json';
import pairsUnderACausalMask from './pairs-under-a-causal-mask.json';
import pooledHeads from './pooled-heads.json';
import printSplit from './print-split.json';
import projectionFlops from './projection-flops.json';
import prunedHeads from './pruned-heads.json';
import quadraticFlops from './quadratic-flops.json';
import quadraticShare from './quadratic-share.json';
import relativeRotation from './relative-rotation.json';
import repeatedLengths from './repeated-lengths.json';
import reshapeAlone from './reshape-alone.json';
import rotaryPart from './rotary-part.json';
import rowsOfWO from './rows-of-w-o.json';
import saturatedStart from './saturated-start.json';
import scoreDivisor from './score-divisor.json';
import severalSmallHeads from './several-small-heads.json';
import shareOfFeedForward from './share-of-feed-forward.json';
import softmaxOfThree from './softmax-of-three.json';
import softmaxOverQueries from './softmax-over-queries.json';
import splitAndMerge from './split-and-merge.json';
import stableSoftmax from './stable-softmax.json';
import strictTriangle from './strict-triangle.json';
import summedHeads from './summed-heads.json';
import summedInTraining from './summed-in-training.json';
import tiedInTraining from './tied-in-training.json';
import transposeInNumpy from './transpose-in-numpy.json';
import twiceTheHeads from './twice-the-heads.json';
import uniformEntropy from './uniform-entropy.json';
import varianceOfAScore from './variance-of-a-score.json';
import weightsOf70b from './weights-of-70b.json';
import weightsShape from './weights-shape.json';
import whatIsKept from './what-is-kept.json';
import whatMayBeShared from './what-may-be-shared.json';
import whatSoftmaxKeeps from './what-softmax-keeps.json';
import whoAsks from './who-asks.json';
import whyDivideTheWidth from './why-divide-the-width.json';
import whySeveralHeads from './why-several-heads.json';
import widthOfGpt from './width-of-gpt.json';
import widthOfOne from './width-of-one.json';
import withoutWO from './without-w-o.json';

/**
 * All quizzes by id, in the order of the topics. The cast is safe because tests check each file
 * against quiz.schema.json.
 */
export const quizzes: ReadonlyMap<string, Quiz> = new Map(
  (
    [
      ownProjections,
      forwardSteps,
      headWidth,
      whyDivideTheWidth,
      severalSmallHeads,
      whySeveralHeads,
      widthOfGpt,
      groupedHeadWidth,
      firstColumn,
      relativeRotation,
      whoAsks,
      weightsShape,
      beforeWO,
      crossScores,
      flattenedHeads,
      keyProjection,
      splitAndMerge,
      scoreDivisor,
      softmaxOfThree,
      softmaxOverQueries,
      varianceOfAScore,
      meanOfAScore,
      dividedTooMuch,
      whatSoftmaxKeeps,
      uniformEntropy,
      stableSoftmax,
      saturatedStart,
      paddingMask,
      repeatedLengths,
      strictTriangle,
      pairsUnderACausalMask,
      causalInAChunk,
      nothingToSee,
      largeNegative,
      maskBeforeSoftmax,
      twiceTheHeads,
      headsTimesWidth,
      rowsOfWO,
      summedHeads,
      withoutWO,
      entriesOfWO,
      onWhichSide,
      printSplit,
      reshapeAlone,
      transposeInNumpy,
      oneWideHead,
      addedBiases,
      groupedParameters,
      shareOfFeedForward,
      projectionFlops,
      quadraticFlops,
      groupedCrossover,
      quadraticShare,
      memoryOfScores,
      weightsOf70b,
      gibAndGb,
      gqaCache,
      decodingScores,
      groupsOrOne,
      cacheWithoutGroups,
      multiQuerySavings,
      latentCache,
      whatIsKept,
      decodingStep,
      latentSteps,
      rotaryPart,
      prunedHeads,
      oneRelationLost,
      tiedInTraining,
      whatMayBeShared,
      summedInTraining,
      pooledHeads,
      widthOfOne,
    ] as unknown[] as Quiz[]
  ).map((quiz) => [quiz.id, quiz]),
);
