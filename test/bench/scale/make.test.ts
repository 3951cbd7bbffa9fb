import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeSite } from '../../../bench/scale/make/site.ts';
import { loadDumps } from '../../../sandbox/dump/load.ts';
import { createTickingClock } from '../../../sandbox/world/clock.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const POSTS = 400;
const made = (seed: number, posts = POSTS) => {
  const folder = temporaryFolder();
  return { folder, facts: makeSite(folder, posts, seed) };
};
const filesOf = (folder: string) => readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]);

describe('a made site', () => {
  it('is the same for a seed, and another for another', () => {
    const [one, same, other] = [made(1), made(1), made(2)];
    expect(filesOf(same.folder)).toEqual(filesOf(one.folder));
    expect(filesOf(other.folder)).not.toEqual(filesOf(one.folder));
    expect(readdirSync(one.folder)).toHaveLength(9);
  });

  it('is loaded whole by the sandbox, without a row that it refuses', async () => {
    const { folder, facts } = made(1);
    const refused: unknown[] = [];
    let bytes = 0;
    const note = (...told: unknown[]) => void refused.push(told);
    await loadDumps(join(folder, 'network.db'), [{ folder, site: 'scale' }], createTickingClock(facts.now), {
      broken: note,
      orphaned: note,
      missing: note,
      loaded: (size) => (bytes = size),
    });
    expect(refused).toEqual([]);
    expect(bytes).toBe(facts.bytes);
  });
});
