import { escapeText } from '../../lib/escape-text.js';

/** An element as it is in a lesson's text. */
export interface ElementMarkup {
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** Plain text: what readers without WebAssembly see, or the code of a cell. */
  readonly content: string;
}

/** The most letters of an element with its text. In a longer one, no end tag is found. */
const longest = 20_000;
const open =
  /<(mh-[a-z]+(?:-[a-z]+)*)((?:\s+[^\s"'<>=/]+(?:="[^"]*"|='[^']*'|=[^\s"'<>=`]+)?)*)\s*>/uy;
const attribute = /([^\s"'<>=/]+)(?:="([^"]*)"|='([^']*)'|=([^\s"'<>=`]+))?/gu;

/** Reads the elements of texts. Finds the end tags of a text only once, however many have none. */
export class ElementReader {
  readonly #ends = new Map<string, ReadonlyMap<string, readonly number[]>>();

  /** The element that begins at this place, and where it ends; null if none does. */
  read(
    text: string,
    start: number,
  ): { readonly element: ElementMarkup; readonly end: number } | null {
    open.lastIndex = 0;
    const [whole, tag, written = ''] = open.exec(text.slice(start, start + longest)) ?? [];
    if (whole === undefined || tag === undefined) return null;
    const from = start + whole.length;
    const end = this.#endAfter(from, tag, text);
    if (end === undefined || end > start + longest) return null;
    const content = text.slice(from, end);
    if (content.includes('<mh-')) return null; // it is the end tag of another element
    const attributes = new Map(
      Array.from(written.matchAll(attribute), ([, name = '', ...values]) => [
        name,
        decode(values.find((value) => value !== undefined) ?? ''),
      ]),
    );
    return {
      element: { tag, attributes, content: decode(withoutCodeTags(content)) },
      end: end + tag.length + 3,
    };
  }

  #endAfter(from: number, tag: string, text: string): number | undefined {
    const places = this.#endsIn(text).get(tag) ?? [];
    let [low, high] = [0, places.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (places[middle]! < from) low = middle + 1;
      else high = middle;
    }
    return places[low];
  }

  /** The places of end tags, by tag. */
  #endsIn(text: string) {
    const known = this.#ends.get(text);
    if (known) return known;
    const ends = new Map<string, number[]>();
    for (const { 1: tag, index } of text.matchAll(/<\/(mh-[a-z-]+)>/gu)) {
      const places = ends.get(tag!);
      if (places) places.push(index);
      else ends.set(tag!, [index]);
    }
    this.#ends.set(text, ends);
    return ends;
  }
}

/** Content becomes text, so the `<pre>`, `<code>` or fence that an author puts around code would be shown. */
function withoutCodeTags(content: string): string {
  const [, , fenced] = /^(`{3,}|~{3,})[^`\n]*\n(.*)\n\1$/su.exec(content.trim()) ?? [];
  if (fenced !== undefined) return fenced;
  const [, , inner] = /^\s*<(pre|code)(?:\s[^<>]*)?>(.*)<\/\1>\s*$/isu.exec(content) ?? [];
  return inner === undefined ? content : withoutCodeTags(inner);
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' };
const decode = (text: string) =>
  text.replace(/&(lt|gt|quot|amp);/gu, (_, name: string) => entities[name]!);

/** HTML that is made anew: nothing of the lesson's own markup is left in it. */
export function writeElement({ tag, attributes, content }: ElementMarkup): string {
  const written = [...attributes].map(([name, value]) => ` ${name}="${escapeText(value)}"`);
  return `<${tag}${written.join('')}>${escapeText(content)}</${tag}>`;
}

/** What an element is allowed to have, by tag. */
export type Allowed = ReadonlyMap<string, ReadonlySet<string>>;

/** Attributes for the site's own pages: addresses for links, and one that only a link sets. */
const notForAuthors = ['link-base', 'lesson', 'section', 'from-link'];

interface Manifest {
  readonly modules: readonly {
    readonly declarations: readonly {
      readonly tagName: string;
      readonly attributes: readonly { readonly name: string }[];
    }[];
  }[];
}

/** Reads it from custom-elements.json. */
export const allowedIn = ({ modules }: Manifest): Allowed =>
  new Map(
    modules.flatMap(({ declarations }) =>
      declarations.map(({ tagName, attributes }): [string, ReadonlySet<string>] => [
        tagName,
        new Set(
          ['id', ...attributes.map(({ name }) => name)].filter(
            (name) => !notForAuthors.includes(name),
          ),
        ),
      ]),
    ),
  );

/** What is wrong with an element; empty if it may be in a lesson. */
export function elementProblems({ tag, attributes }: ElementMarkup, allowed: Allowed): string[] {
  const known = allowed.get(tag);
  if (!known) return [`<${tag}> is not known`];
  return [...attributes].flatMap(([name, value]) => [
    ...(known.has(name) ? [] : [`<${tag}> has no attribute '${name.slice(0, 40)}'`]),
    ...(name === 'id' ? idProblems(tag, value) : []),
  ]);
}

function idProblems(tag: string, id: string): string[] {
  if (!/^[A-Za-z][\w-]{0,60}$/u.test(id))
    return [`id of <${tag}> is '${id.slice(0, 40)}', wanted letters, digits and hyphens`];
  return /^mh-/iu.test(id)
    ? [`id of <${tag}> is '${id}': ids that begin with mh- are the page's own`]
    : [];
}
