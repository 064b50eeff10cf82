/**
 * Creates elements from the HTML of the cells' editor, without innerHTML. Only the tags and
 * attributes that the editor uses are accepted, none of which can run code.
 */

const part =
  /<(?<end>\/?)(?<tag>div|span|textarea|br)(?<attributes>(?: [\w-]+(?:=(?:"[^"]*"|[^\s">]*))?)*)\s*>|(?<text>[^<]+|<)/gu;
const attribute = /(?<name>[\w-]+)(?:=(?:"(?<quoted>[^"]*)"|(?<plain>[^\s">]*)))?/gu;
const allowed = /^(?:class|spellcheck|autocapitalize|autocomplete|inputmode|aria-[\w-]+)$/u;
const entities: ReadonlyMap<string, string> = new Map([
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&amp;', '&'],
]);

export function editorNodes(html: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  const open: (Element | DocumentFragment)[] = [fragment];
  for (const { groups = {} } of html.matchAll(part)) {
    const { end, tag, attributes = '', text } = groups;
    const inner = open.at(-1)!;
    if (text !== undefined) inner.append(decodeEntities(text));
    else if (end && open.length > 1) open.pop();
    else if (!end) open.push(openElement(inner, tag!, attributes));
  }
  return fragment;
}

function openElement(parent: ParentNode, tag: string, attributes: string): Element {
  const element = document.createElement(tag);
  for (const { groups = {} } of attributes.matchAll(attribute)) {
    const { name = '', quoted, plain = '' } = groups;
    if (allowed.test(name)) element.setAttribute(name, decodeEntities(quoted ?? plain));
  }
  parent.append(element);
  return element;
}

const decodeEntities = (text: string) =>
  text.replace(/&(?:lt|gt|quot|amp);/gu, (entity) => entities.get(entity)!);
