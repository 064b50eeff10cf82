/** The changelog's newest section: what the next version has. */

/**
 * Gives the section of unreleased changes its date.
 * @return the new text; the same text if this version has its date already
 */
export function datedChangelog(text, version, date) {
  const [heading, named, changes] =
    /^## Unreleased \((\S+)\)\n(.*?)(?=^## |$(?![^]))/msu.exec(text) ?? [];
  if (heading === undefined) {
    if (text.includes(`\n## ${version} (`)) return text;
    throw new Error(`CHANGELOG.md has neither "## Unreleased (${version})" nor ${version} itself`);
  }
  if (named !== version) throw new Error(`CHANGELOG.md is about ${named}, package.json ${version}`);
  if (!/^- /mu.test(changes)) throw new Error(`CHANGELOG.md names no change in ${version}`);
  return text.replace(`## Unreleased (${version})`, `## ${version} (${date})`);
}
