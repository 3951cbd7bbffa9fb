// `npm install` runs this: in a git checkout it lets git use the hooks of .githooks. Elsewhere, and in CI, it does
// nothing.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

if (existsSync('.git') && !process.env.CI) {
  const { status, stderr, error } = spawnSync('git', ['config', 'core.hooksPath', '.githooks'], { encoding: 'utf8' });
  // Nothing else needs the hooks, so the installation goes on.
  if (status !== 0) {
    const isForeign = /dubious ownership/.test(stderr ?? '');
    const why = isForeign ? 'this clone belongs to somebody else' : (error?.message ?? stderr.trim().split('\n')[0]);
    const advice = isForeign
      ? 'Clone it again as yourself'
      : 'To set them up later, run "git config core.hooksPath .githooks"';
    console.error(`The git hooks were not set up: ${why}. ${advice}; everything else works without them.`);
  }
}
