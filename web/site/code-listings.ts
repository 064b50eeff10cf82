import { Stored } from '../lib/stored.js';
import { readObject, text } from '../lib/state-fields.js';
import { currentLanguage, currentWords, translate } from './page-words.js';
import { onEachPage } from './places.js';

/** The language of code that the reader has chosen, kept on this device if possible. */
const kept = new Stored('manyheads:code', (input) => ({
  language: text(20)(readObject(input)['language']) ?? '',
}));

/** A language that is chosen for one listing is chosen for all that have it. Listings get Copy. */
export function startListings() {
  onEachPage((page) => {
    page.querySelectorAll<HTMLElement>('.listings').forEach(addCopy);
    choose(page, kept.read().language);
  });
  addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.matches('.listings input')) return;
    const { top } = target.getBoundingClientRect();
    kept.write({ language: target.value });
    choose(document, target.value);
    scrollBy(0, target.getBoundingClientRect().top - top); // the one that was chosen stays
  });
}

function choose(root: ParentNode, language: string) {
  for (const input of root.querySelectorAll<HTMLInputElement>('.listings input')) {
    if (input.value === language) input.checked = true;
  }
}

function addCopy(figure: HTMLElement) {
  const button = document.createElement('button');
  button.dataset['say'] = 'copy';
  translate(button);
  const status = document.createElement('span');
  status.role = 'status';
  button.addEventListener('click', () => {
    status.textContent = ''; // otherwise the same would not be announced again
    const code = [...figure.querySelectorAll('pre')].find((each) => each.checkVisibility())!;
    void copy(code).then((isCopied) => {
      status.lang = currentLanguage();
      status.textContent = isCopied ? currentWords().copied : currentWords().selected;
    });
  });
  button.type = 'button';
  figure.querySelector('form')!.append(button, status);
}

/** @return whether it is on the clipboard; if not, the code is selected */
async function copy(code: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(code.textContent ?? '');
    return true;
  } catch {
    getSelection()!.selectAllChildren(code);
    return false;
  }
}
