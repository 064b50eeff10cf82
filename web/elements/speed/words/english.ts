import { html, type TemplateResult } from 'lit';
import { percent, unit, whole } from '../../../lib/numbers.js';
import { significant } from '../../../lib/significant.js';
import type { Subject } from '../subjects.js';

/** The words of the speed panel. */
export const english = {
  question: 'How much of one thread’s peak speed does a layer reach?',
  begin: 'Start',
  again: 'Measure again',
  cancel: 'Cancel',
  progress: 'Rows measured',
  rows: (done: number, all: number) => `${done} of ${all}`,
  status: {
    idle: 'Nothing has been measured yet.',
    cancelled: 'Cancelled. This measurement was discarded.',
    done: 'Measured here, just now.',
  },
  step: (name: string, row: number, all: number) => `Row ${row} of ${all}: ${name}.`,
  failed: 'The measurement stopped with an error.',

  caption: 'One thread of this machine',
  columns: { what: 'what', time: 'one run takes', speed: 'speed', share: 'of the peak' },
  missing: 'not measured',
  method:
    'Peak: the fastest of four loops that only multiply and add, measured again between the rows. If a layer is faster than all of them, its speed counts as the peak. Time: the median of up to five runs; for memory, the best. GFLOP/s: a billion multiplications and additions per second. Keys that a causal layer hides are not counted. The thin line is the peak.',

  subject: (subject: Subject): { readonly name: string; readonly about: string } => {
    switch (subject.kind) {
      case 'peak':
        return { name: 'Peak', about: 'only multiplies and adds' };
      case 'memory':
        return { name: 'Memory', about: `reads all of ${subject.bytes / 2 ** 20} MiB` };
      case 'layer': {
        const { tokens, dModel, heads, causal } = subject;
        return {
          name: `${whole(tokens)} tokens${causal ? ', causal' : ''}`,
          about: `${dModel} numbers per token, ${heads} heads`,
        };
      }
      case 'decode':
        return {
          name: 'One more token',
          about: `after ${whole(subject.tokens)}; ${subject.dModel} numbers per token, ${subject.heads} heads`,
        };
    }
  },

  number: significant,
  units: {
    microseconds: 'microseconds',
    milliseconds: 'milliseconds',
    seconds: 'seconds',
    tokens: 'tokens per second',
  },
  ofPeak: (share: number) => `${percent(share)} of the peak`,
  finding: (share: number, tokens: number, perSecond: number | null): TemplateResult =>
    html`A layer on ${whole(tokens)} tokens reaches <b>${percent(share)} of the peak</b>, the
      fastest speed measured in one thread
      here.${
        perSecond === null
          ? ''
          : html` With ${whole(tokens)} tokens in the cache, it processes
              <b>${unit(significant(perSecond), 'tokens per second')}</b>.`
      }`,

  copyText: 'Copy as text',
  copyJson: 'Copy as JSON',
  copied: 'Copied.',
  byHand: 'Copy this:',
};
