// `npm install` runs this: in a git checkout it lets git use the hooks of .githooks. Elsewhere, and in CI, it does
// nothing.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

if (existsSync('.git') && !process.env.CI) spawnSync('git', ['config', 'core.hooksPath', '.githooks']);
