import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DemoHost } from '../../../../electron/agent/accounts/demo-network.ts';
import { DEMO_APP } from '../../../../electron/agent/accounts/networks.ts';
import type { Log } from '../../../../electron/base/log.ts';
import { openWorld } from '../../../../sandbox/world/world.ts';
import { createManualClock } from '../../../support/manual-clock.ts';

let folder: string;
let demoFile: string;
let said: string[];
let stopped: number;
const clock = createManualClock(Date.UTC(2026, 10, 20, 12));
const demo = {
  kind: 'demo',
  id: 'demo',
  name: 'Demo',
  apiBaseUrl: '',
  authUrl: '',
  clientId: DEMO_APP.clientId,
} as const;

/** Opens its world as the sandbox does; without people, which take long to make. */
const host = (begun?: Promise<void>) => {
  const log: Log = { info() {}, warn: (message) => void said.push(message), error() {} };
  return new DemoHost({
    desktop: {
      async startDemoNetwork({ dataFile }) {
        openWorld({ file: dataFile, seed: 1, clock: { now: () => 1 }, content: 'none' }).close();
        await begun;
        const ended = Promise.withResolvers<void>();
        return Promise.resolve({
          apiBaseUrl: 'http://localhost:1',
          authUrl: 'http://localhost:1',
          ended: ended.promise,
          stop: () => Promise.resolve(void stopped++),
        });
      },
    },
    clock,
    log,
    demoFile,
    demoSpeed: 1,
    demoLike: 'specification',
    isWanted: () => false,
    onRestart: () => Promise.resolve(),
  });
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'askbell-demo-'));
  demoFile = join(folder, 'demo-network.sqlite');
  said = [];
  stopped = 0;
});
afterEach(() => rmSync(folder, { recursive: true }));

it('begins the demo network anew where its data are damaged, keeps them, and names the file', async () => {
  await host().address(demo);
  const damaged = readFileSync(demoFile).fill(0, 0, 4096);
  writeFileSync(demoFile, damaged);
  expect((await host().address(demo)).apiBaseUrl).toBe('http://localhost:1');
  const aside = join(folder, 'demo-network.damaged-2026-11-20-120000.sqlite');
  expect(readFileSync(aside).equals(damaged)).toBe(true);
  expect(said.join()).toContain(aside);
});

it('leaves a file alone that is whole, whatever else keeps the demo network from starting', async () => {
  const other = openWorld({ file: demoFile, seed: 1, clock: { now: () => 1 }, content: 'none' });
  other.db.exec("UPDATE meta SET value = 'something later' WHERE key = 'format'");
  other.close();
  await expect(host().address(demo)).rejects.toThrow();
  expect(existsSync(demoFile)).toBe(true);
  expect(said).toEqual([]);
});

it('leaves no demo network behind that was still starting at the end of the program', async () => {
  const begun = Promise.withResolvers<void>();
  const demoHost = host(begun.promise);
  const address = demoHost.address(demo);
  await demoHost.close();
  begun.resolve();
  await address;
  expect(stopped).toBe(1);
});
