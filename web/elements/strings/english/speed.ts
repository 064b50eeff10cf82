import { html, type TemplateResult } from 'lit';
import { percent, significant, unit, whole } from '../../../lib/numbers.js';
import type { Subject } from '../../../lib/speed-subjects.js';

/** The words of the speed panel: the lesson page's alone, so they are no topic of the elements'. */
export const speed = {
  question: 'How much of one thread does a layer use?',
  begin: 'Start',
  again: 'Measure again',
  cancel: 'Cancel',
  retry: 'Try again',
  progress: 'Rows measured',
  rows: (done: number, all: number) => `${done} of ${all}`,
  said: {
    idle: 'Nothing has been measured yet.',
    cancelled: 'Cancelled. Nothing of it was kept.',
    done: 'Measured here, just now.',
  },
  step: (name: string, row: number, all: number) => `Row ${row} of ${all}: ${name}.`,
  failed: 'The measurement broke off.',
  noWorker: 'This browser starts no worker for this page.',
  noWorkerWhy:
    'The measurement needs a thread of its own, or it would freeze the page. Another browser may give it one, or the same page from a web server.',

  caption: 'One thread of this machine',
  columns: { what: 'what', time: 'one takes', speed: 'speed', share: 'of the peak' },
  missing: 'not measured',
  method:
    'The median of up to five runs of each row; of peak and memory the best. GFLOP/s: a billion multiplications and additions a second. Hidden keys are counted as if they were seen, so a causal layer that skips them may pass the peak. The thin line is the peak.',

  subject: (subject: Subject): { readonly name: string; readonly about: string } => {
    switch (subject.kind) {
      case 'peak':
        return { name: 'Peak', about: 'multiply and add alone' };
      case 'memory':
        return { name: 'Memory', about: `${subject.bytes / 2 ** 20} MiB, all of it read` };
      case 'layer': {
        const { tokens, dModel, heads, causal } = subject;
        return {
          name: `${whole(tokens)} tokens${causal ? ', causal' : ''}`,
          about: `${dModel} numbers each, ${heads} heads`,
        };
      }
      case 'decode':
        return {
          name: 'One token more',
          about: `after ${whole(subject.tokens)}; ${subject.dModel} numbers, ${subject.heads} heads`,
        };
    }
  },

  number: significant,
  units: {
    microseconds: 'microseconds',
    milliseconds: 'milliseconds',
    seconds: 'seconds',
    tokens: 'tokens a second',
  },
  ofPeak: (share: number) => `${percent(share)} of the peak`,
  finding: (share: number, tokens: number, perSecond: number | null): TemplateResult =>
    html`A layer on ${whole(tokens)} tokens runs at
      <b>${percent(share)} of what one thread can do</b>
      here.${
        perSecond === null
          ? ''
          : html` With as many tokens cached, it adds
              <b>${unit(significant(perSecond), 'tokens a second')}</b>.`
      }`,

  copyText: 'Copy as text',
  copyJson: 'Copy as JSON',
  copied: 'Copied.',
  byHand: 'Copy this:',
};
