import { escapeText } from '../../lib/file-text.js';

/** The languages of the lesson's code, by the word after the fence. */
const languages: Readonly<Record<string, string>> = {
  numpy: 'NumPy',
  pytorch: 'PyTorch',
  cpp: 'C++',
  js: 'JavaScript',
};

/**
 * The same program in several languages. They are chosen by radio buttons, so that it works without
 * a script. Each form has a group of its own.
 * @param content  fences, each with its language; a fence of `output` is what they all print
 */
export function listings(content: string, title: string): string {
  const fences = Array.from(
    content.matchAll(/^(~~~|```)(\w+)\n(.*?)\n\1$/gmsu),
    ([, , language = '', code = '']) => ({ language, code }),
  );
  const programs = fences.filter(({ language }) => language !== 'output');
  if (programs.length === 0) throw new Error(`The code "${title}" has no listing`);
  const outputs = fences.filter(({ language }) => language === 'output');
  return `<figure class="listings">
<figcaption>${escapeText(title)}</figcaption>
<form><fieldset><legend class="unseen">${escapeText(title)}: language</legend>
${programs.map(choice).join('')}</fieldset></form>
${programs.map(({ language, code }) => block(code, `data-language="${language}"`)).join('\n')}
${outputs.map(({ code }) => `<p>It prints</p>\n${block(code, 'class="output"')}`).join('\n')}
</figure>`;
}

function choice({ language }: { readonly language: string }, index: number): string {
  const name = languages[language];
  if (name === undefined) throw new Error(`${language} is no language of the lesson's code`);
  const checked = index === 0 ? ' checked' : '';
  return `<label><input type="radio" name="language" value="${language}"${checked} /><span>${name}</span></label>`;
}

const block = (code: string, attributes: string) =>
  `<pre tabindex="0" ${attributes}><code>${escapeText(code)}</code></pre>`;
