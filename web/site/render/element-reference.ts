/** The reference of the elements, from custom-elements.json, as HTML. */
import { escapeText } from '../../lib/file-text.js';
import { renderLine } from './markdown.js';

/** What we read of the manifest. */
export interface Manifest {
  readonly modules: readonly { readonly declarations: readonly [ElementDescription] }[];
}

interface ElementDescription {
  readonly name: string;
  readonly tagName: string;
  readonly description: string;
  readonly attributes: readonly {
    readonly name: string;
    readonly description?: string;
    readonly default?: string;
  }[];
  readonly members: readonly { readonly name: string; readonly description: string }[];
  readonly events: readonly { readonly name: string; readonly description: string }[];
}

export const elementReference = ({ modules }: Manifest): string =>
  modules
    .map(({ declarations }) => renderElement(declarations[0]))
    .sort()
    .join('\n');

function renderElement({ tagName, description, ...element }: ElementDescription): string {
  const name = tagName.replace('mh-', '');
  const events = element.events.map(({ name }) => `<code>${name}</code>`);
  const facts = [
    `From npm: <code>import 'manyheads/elements/${name}'</code>.`,
    events.length > 0 ? `Events: ${events.join(', ')}.` : 'It fires no events.',
    element.members.length > 0 ? 'It has a <code>state</code>.' : '',
  ].filter(Boolean);
  return `<h2>&lt;${tagName}&gt;</h2>
<p>${renderLine(description)}</p>
${attributeTable(element)}
<p>${facts.join(' ')}</p>`;
}

/** Attributes that are described together are in one row. */
function attributeTable({ attributes }: Pick<ElementDescription, 'attributes'>): string {
  const rows = new Map<string, { names: string[]; cells: string }>();
  for (const { name, description = '', default: usual = '' } of attributes) {
    const cells = [description, usual].map((text) => `<td>${renderLine(text)}</td>`).join('');
    const row = rows.get(cells) ?? { names: [], cells };
    row.names.push(`<code>${escapeText(name)}</code>`);
    rows.set(cells, row);
  }
  const body = [...rows.values()].map(
    ({ names, cells }) => `<tr><td>${names.join(', ')}</td>${cells}</tr>`,
  );
  return `<div class="wide" tabindex="0"><table>
<thead><tr><th scope="col">attribute</th><th scope="col">value</th><th scope="col">default</th></tr></thead>
<tbody>
${body.join('\n')}
</tbody></table></div>`;
}
