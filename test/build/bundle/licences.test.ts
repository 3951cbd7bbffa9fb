import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { installedForProduction, writeLicences } from '../../../build/bundle/licences.ts';
import { readThirdParties } from '../../../electron/router/router.ts';
import packageJson from '../../../package.json' with { type: 'json' };

// Looking at every package takes a while.
const installed = installedForProduction('.');

describe('the list of licences', () => {
  it('names every package of production with its licence, and none that only builds and tests', async () => {
    const all = await installed;
    const names = new Set(all.map(({ name }) => name));
    for (const name of Object.keys(packageJson.dependencies)) expect(names).toContain(name);
    // Some that are needed to build are needed to run as well, by others.
    for (const name of ['vitest', 'vite', 'typescript', '@playwright/test', 'electron-builder'])
      expect(names).not.toContain(name);
    expect(all.filter(({ licence }) => licence === 'see the package')).toEqual([]);
    expect(all.filter(({ text }) => text !== undefined).length / all.length).toBeGreaterThan(0.8);
  });

  it('is served as the build wrote it, and empty where nothing was built', async () => {
    const file = join(temporaryFolder(), 'out', 'third-parties.json');
    expect(readThirdParties(file)).toEqual([]);
    await writeLicences('.', file);
    expect(readThirdParties(file)).toEqual(await installed);
  });
});
