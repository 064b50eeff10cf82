import { html, type TemplateResult } from 'lit';
import { list, segments, toggle } from '../../ui/controls.js';
import { listCompanies, type InterviewQuestion, type InterviewState } from './state.js';
import { words } from './words/index.js';

/** Which questions are listed. */
export function filters(
  questions: readonly InterviewQuestion[],
  { stars, company, onlyMissed }: InterviewState,
  change: (change: Partial<InterviewState>) => void,
): TemplateResult {
  const difficulties = Object.entries(words.difficulties).map(([value, label]) => ({
    value,
    label,
  }));
  const companies = listCompanies(questions).map((value) => ({ value, label: value }));
  return html`<div class="filters">
    ${segments({
      label: words.difficulty,
      name: 'stars',
      value: String(stars),
      choices: [{ value: '0', label: words.anyDifficulty }, ...difficulties],
      choose: (value) => change({ stars: Number(value) as InterviewState['stars'] }),
    })}
    ${list({
      label: words.company,
      value: company,
      choices: [
        { value: '', label: words.anyCompany },
        { value: 'companies', label: words.companies },
        ...companies,
        { value: 'errata', label: words.errata },
      ],
      choose: (company) => change({ company }),
    })}
    ${toggle({
      label: words.onlyMissed,
      on: onlyMissed,
      set: (onlyMissed) => change({ onlyMissed }),
    })}
  </div>`;
}
