import { tokenText } from '../../lib/tokens.js';

/** The style of a packed lesson: a column of prose, and elements as wide as the page. */
export const lessonStyle = `${tokenText}
:root { color-scheme: light dark; }
body { margin: 0; background: var(--mh-page); color: var(--mh-ink); overflow-wrap: break-word; }
main { max-inline-size: 70rem; margin-inline: auto; padding: 56px 36px 96px; font: var(--mh-prose) var(--mh-font-prose); }
main > :is(p, ul, ol, h1, h2, h3, h4, h5, h6, pre, blockquote) { max-inline-size: 41rem; }
main > :not(p, ul, ol, h1, h2, h3, h4, h5, h6, pre, blockquote, hr, .wide) { display: block; margin-block: 36px; }
h1 { margin: 0 0 16px; font: 400 var(--mh-chapter) var(--mh-font-prose); }
h2 { margin: 48px 0 8px; font: 600 var(--mh-question) var(--mh-font-ui); }
:is(h3, h4, h5, h6) { margin: 24px 0 8px; font: 600 var(--mh-caption) var(--mh-font-ui); }
p, ul, ol { margin: 0 0 12px; }
a { color: inherit; text-underline-offset: 2px; }
img { max-inline-size: 100%; }
code { font: .875em var(--mh-font-mono); }
pre { overflow-x: auto; padding: 12px 16px; background: var(--mh-sunk); font: var(--mh-control) var(--mh-font-mono); }
pre code { font: inherit; }
blockquote { margin: 0 0 12px; padding-inline-start: 16px; color: var(--mh-ink-2); }
hr { border: 0; border-block-start: 1px solid var(--mh-hair); margin-block: 36px; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font: var(--mh-caption) var(--mh-font-ui); }
:is(th, td) { padding: 4px 16px 4px 0; text-align: start; vertical-align: top; }
th { font-weight: 600; }
.right { text-align: end; }
.center { text-align: center; }
td { border-block-start: 1px solid var(--mh-hair); }
@media (width < 48em) { main { padding: 24px 16px 64px; } }
`;
