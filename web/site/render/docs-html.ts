/** The pages of the documentation, each a document that needs no script. */
import { slug } from './chapter-text.js';
import { renderLesson, renderLine } from './markdown.js';
import type { Page } from './pages.js';

/** What is filled in for `<!-- name -->`: HTML. */
export type Generated = Readonly<Record<string, () => string>>;

interface Section {
  readonly id: string;
  /** HTML. */
  readonly title: string;
}

/** @param head  HTML for the head of each document @return documents by file name */
export function docsHtml(
  pages: readonly Page[],
  generated: Generated,
  head: string,
): Record<string, string> {
  const rendered = pages.map((page) => ({ ...page, ...renderPage(page, pages, generated) }));
  return Object.fromEntries(
    rendered.map((page) => [fileOf(page), documentOf(page, rendered, head)]),
  );
}

const fileOf = ({ id }: { id: string }) => `${id}.html`;

/** Headings have ids, as those of the reference have already. */
function renderPage({ text }: Page, pages: readonly Page[], generated: Generated) {
  const sections: Section[] = [];
  const summaries = pages.flatMap(({ id, title, summary }) =>
    summary === null
      ? []
      : [`<li><a href="${id}.html">${renderLine(title)}</a> ${renderLine(summary)}</li>`],
  );
  const filled = text
    .replace('<!-- summaries -->', `<ul class="labs">\n${summaries.join('\n')}\n</ul>`)
    .replace(/<!-- (\w+) -->/gu, (_, name: string) => {
      const make = generated[name];
      if (!make) throw new Error(`docs: nothing makes ${name}`);
      return make();
    });
  const html = renderLesson(filled).replace(/<h2>(.*?)<\/h2>/gu, (_, title: string) => {
    sections.push({ id: slug(title), title });
    return `<h2 id="${slug(title)}">${title}</h2>`;
  });
  return { html, sections };
}

type Rendered = Page & ReturnType<typeof renderPage>;

function documentOf(page: Rendered, pages: readonly Rendered[], head: string): string {
  const next = pages[pages.indexOf(page) + 1];
  const list = (hasSections: boolean) =>
    pages.map((other) => {
      const current = other === page ? ' aria-current="page"' : '';
      const sections = page.sections.map(
        ({ id, title }) => `<li><a href="#${id}">${title}</a></li>`,
      );
      const own = hasSections && other === page && sections.length > 0;
      return `<li><a href="${fileOf(other)}"${current}>${renderLine(other.title)}</a>${
        own ? `\n<ol>${sections.join('\n')}</ol>` : ''
      }</li>`;
    });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<title>${page.title} · manyheads</title>
${head}
</head>
<body class="docs">
<a class="skip" href="#content">Skip to the content</a>
<header class="bar">
<a class="name" href="../index.html">manyheads</a>
<span class="current">${renderLine(page.title)}</span>
<details class="menu contents" name="menu">
<summary>Docs</summary>
<nav aria-label="Docs"><ol>
${list(false).join('\n')}
</ol></nav>
</details>
<a href="../index.html">The lesson</a>
</header>
<div class="beside">
<nav class="chapters" aria-label="Docs">
<p><b>Docs</b></p>
<div class="lists"><ol>
${list(true).join('\n')}
</ol></div>
</nav>
<main id="content" tabindex="-1">
<section class="page">
${page.html}
${next ? `<div class="onward"><a class="next" href="${fileOf(next)}">Next: ${renderLine(next.title)}</a></div>` : ''}
</section>
</main>
</div>
</body>
</html>
`;
}
