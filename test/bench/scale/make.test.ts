import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeSite } from '../../../bench/scale/make/site.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** The files of a made site. */
function made(seed: number) {
  const folder = temporaryFolder();
  makeSite(folder, 400, seed);
  return readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
}

it('a made site is the same for a seed, and another for another', () => {
  const one = made(1);
  expect(one).toHaveLength(9);
  expect(made(1)).toEqual(one);
  expect(made(2)).not.toEqual(one);
});
