/**
 * The elements' types for React and Vue, generated from the elements. They are separate entries,
 * because they do not compile without these frameworks.
 */
const events = (prefix) => `{
  [Name in keyof ManyheadsEvents as ${prefix}]?: (
    event: CustomEvent<ManyheadsEvents[Name]>,
  ) => void;
}`;

/** Both frameworks reserve `key`. */
const reserved = ['key'];

/** The type of an attribute: flags are booleans, or also text if the element reads it; others are text. */
export function attributeKind(element, attribute) {
  const own = [...element.elementProperties].find(([name, { attribute: other }]) =>
    typeof other === 'string' ? other === attribute : name.toLowerCase() === attribute,
  );
  if (own?.[1].type !== Boolean) return 'Text';
  return own[1].converter ? 'Flag | Text' : 'Flag';
}

function attributesOf(element) {
  const names = element.observedAttributes.filter((name) => !reserved.includes(name));
  return names.map((name) => `'${name}': ${attributeKind(element, name)};`).join(' ');
}

/** @param elements  the elements' classes by tag */
const attributes = (elements) => `import type { ElementsByTag } from './elements-define.js';

type Flag = boolean | '';
type Text = string | number;

/** The attributes of every element. */
interface AttributesByTag {
${elements.map(([tag, element]) => `  '${tag}': { ${attributesOf(element)} };`).join('\n')}
}

type Of<Type, Name> = Name extends keyof Type ? Type[Name] : never;

/** What may be set on an element: attributes, or the properties with these names. */
export type Attributes<Tag extends keyof ElementsByTag> = {
  [Name in keyof AttributesByTag[Tag]]?:
    | AttributesByTag[Tag][Name]
    | Of<ElementsByTag[Tag], Name>
    | undefined;
} & { state?: unknown };
`;

const react = `import type { HTMLAttributes, RefAttributes } from 'react';
import type { Attributes } from './attributes-by-tag.js';
import type { ElementsByTag, ManyheadsEvents } from './elements-define.js';

type Events = ${events('`on${Name}`')};
type Props<Element> = HTMLAttributes<Element> & RefAttributes<Element> & Events;
export type ElementProps = {
  [Tag in keyof ElementsByTag]: Props<ElementsByTag[Tag]> & Attributes<Tag>;
};

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends ElementProps {}
  }
}
`;

const vue = `import type { HTMLAttributes } from 'vue';
import type { Attributes } from './attributes-by-tag.js';
import type { ElementsByTag, ManyheadsEvents } from './elements-define.js';

type Pascal<Text extends string> = Text extends \`\${infer Head}-\${infer Tail}\`
  ? \`\${Capitalize<Head>}\${Pascal<Tail>}\`
  : Capitalize<Text>;
type Events = ${events('`on${Pascal<Name>}`')};
/** Vue's tools read d-model as dModel. */
type InBothSpellings<Given> = {
  [Name in keyof Given as Name | Uncapitalize<Pascal<Name & string>>]: Given[Name];
};
type Props<Tag extends keyof ElementsByTag> = HTMLAttributes &
  Events &
  InBothSpellings<Attributes<Tag>>;
export type ElementComponents = {
  [Tag in keyof ElementsByTag]: new () => { $props: Props<Tag> };
};

declare module 'vue' {
  interface GlobalComponents extends ElementComponents {}
}
`;

/** @param elements  the elements' classes by tag */
export const frameworkTypes = (elements) => ({
  'attributes-by-tag.d.ts': attributes(elements),
  'elements-react.d.ts': react,
  'elements-vue.d.ts': vue,
});
