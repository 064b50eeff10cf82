/**
 * `npm run release`: gives the changelog the date, builds everything anew, runs `npm test` and
 * `npm run test:doors` (the package in other people's projects, and a second build in another folder,
 * compared byte by byte), and packs. It publishes nothing: that is done by
 * .github/workflows/release.yml, which runs this command for a tag.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { datedChangelog } from './changelog.mjs';
import { Failure, main, repository, run } from './run.mjs';

const path = (name) => join(repository, name);
const test = (...suites) => run(process.execPath, ['emscripten/commands/test.mjs', ...suites]);

await main(() => {
  const { name, version } = JSON.parse(readFileSync(path('package.json'), 'utf8'));
  dateChangelog(version);
  const stamps = ['build/package.stamp', 'build/site.stamp'];
  for (const made of ['dist', 'dist-site', 'build/packed', ...stamps]) {
    rmSync(path(made), { recursive: true, force: true });
  }
  test();
  test('doors');
  mkdirSync(path('build/packed'), { recursive: true });
  run('npm', ['pack', '--pack-destination', 'build/packed']);
  console.log(`
  build/packed/${name}-${version}.tgz and dist-site/ are ready. To publish them, commit
  CHANGELOG.md, then: git tag v${version} && git push origin v${version}`);
});

function dateChangelog(version) {
  const today = new Date().toISOString().slice(0, 10);
  const text = readFileSync(path('CHANGELOG.md'), 'utf8');
  try {
    writeFileSync(path('CHANGELOG.md'), datedChangelog(text, version, today));
  } catch (error) {
    throw new Failure(error.message);
  }
}
