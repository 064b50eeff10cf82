/** What `npm run release` writes into the changelog. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { datedChangelog } from '../../emscripten/commands/changelog.mjs';
import { packageJson, repository } from './installed.mjs';

const open =
  '# Changelog\n\n## Unreleased (2.1.0)\n\n### Added\n\n- A.\n\n## 2.0.0 (2026-01-02)\n\n- B.\n';

test('the section of the next version gets its date, and no other line changes', () => {
  assert.equal(
    datedChangelog(open, '2.1.0', '2026-11-23'),
    open.replace('Unreleased (2.1.0)', '2.1.0 (2026-11-23)'),
  );
});

test('a version that has its date keeps it', () => {
  const dated = datedChangelog(open, '2.1.0', '2026-11-23');

  assert.equal(datedChangelog(dated, '2.1.0', '2026-12-24'), dated);
});

test('a changelog of another version, or without a change, is refused', () => {
  assert.throws(
    () => datedChangelog(open, '3.0.0', ''),
    /is about 2\.1\.0, package\.json 3\.0\.0/u,
  );
  assert.throws(
    () => datedChangelog(open.replace('- A.\n', ''), '2.1.0', ''),
    /names no change in 2\.1\.0/u,
  );
  assert.throws(() => datedChangelog('# Changelog\n', '2.1.0', ''), /neither/u);
});

test('this changelog can be released as the version of package.json', () => {
  const text = readFileSync(join(repository, 'CHANGELOG.md'), 'utf8');

  assert.ok(
    datedChangelog(text, packageJson.version, '2026-11-23').includes(
      `\n## ${packageJson.version} (`,
    ),
  );
});
