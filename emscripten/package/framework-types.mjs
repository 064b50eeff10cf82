/**
 * The elements' types for React and Vue, derived from the list of all elements. They are doors of
 * their own, since who has neither framework cannot compile what augments it.
 */
const events = (prefix) => `{
  [Name in keyof ManyheadsEvents as ${prefix}]?: (
    event: CustomEvent<ManyheadsEvents[Name]>,
  ) => void;
}`;

const react = `import type { HTMLAttributes, RefAttributes } from 'react';
import type { ElementsByTag, ManyheadsEvents } from './elements-define.js';

type Events = ${events('`on${Name}`')};
type Props<Element> = HTMLAttributes<Element> &
  RefAttributes<Element> &
  Events & { [attribute: string]: unknown };
export type ElementProps = { [Tag in keyof ElementsByTag]: Props<ElementsByTag[Tag]> };

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends ElementProps {}
  }
}
`;

const vue = `import type { HTMLAttributes } from 'vue';
import type { ElementsByTag, ManyheadsEvents } from './elements-define.js';

type Pascal<Text extends string> = Text extends \`\${infer Head}-\${infer Tail}\`
  ? \`\${Capitalize<Head>}\${Pascal<Tail>}\`
  : Capitalize<Text>;
type Events = ${events('`on${Pascal<Name>}`')};
type Props = HTMLAttributes & Events & { [attribute: string]: unknown };
export type ElementComponents = { [Tag in keyof ElementsByTag]: new () => { $props: Props } };

declare module 'vue' {
  interface GlobalComponents extends ElementComponents {}
}
`;

export const frameworkTypes = { 'elements-react.d.ts': react, 'elements-vue.d.ts': vue };
