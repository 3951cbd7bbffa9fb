import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { DEMO_APP, DemoHost } from '../../../../electron/agent/accounts/demo-network.ts';
import { agentContext } from '../../../support/agent-context.ts';
import type { Log } from '../../../../electron/base/log.ts';
import { openWorld } from '../../../../sandbox/world/world.ts';
import { chosenNetwork } from '../../../support/chosen-network.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { createManualClock } from '../../../support/manual-clock.ts';

let folder: string;
let demoFile: string;
let said: string[];
let stopped: number;
let isBroken: boolean;
let heard: string[];
let ended: PromiseWithResolvers<void>;
const clock = createManualClock(Date.UTC(2026, 10, 20, 12));
const demo = chosenNetwork({ kind: 'demo', id: 'demo', name: 'Demo', clientId: DEMO_APP.clientId });

/** Opens its world as the sandbox does; without people, which take long to make. */
const host = (begun?: Promise<void>) => {
  const log: Log = { info() {}, warn: (message) => void said.push(message), error() {} };
  const desktop = {
    async startDemoNetwork({ dataFile }: { dataFile: string }) {
      if (isBroken) throw new Error('no program');
      openWorld({ file: dataFile, seed: 1, clock: { now: () => 1 }, content: 'none' }).close();
      await begun;
      const [apiBaseUrl, authUrl] = ['http://localhost:1', 'http://localhost:1'];
      return { apiBaseUrl, authUrl, ended: ended.promise, stop: () => Promise.resolve(void stopped++) };
    },
  };
  const context = agentContext({ clock, log, desktop });
  context.events.on('demo-ended', () => void heard.push('demo-ended'));
  return new DemoHost(context, { demoFile, demoSpeed: 1, demoLike: 'specification' });
};

beforeEach(() => {
  folder = temporaryFolder();
  demoFile = join(folder, 'demo-network.sqlite');
  [said, stopped, isBroken, heard] = [[], 0, false, []];
  ended = Promise.withResolvers();
});

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

it('reports an unexpected end after a pause, unless the program ends meanwhile', async () => {
  const demoHost = host();
  await demoHost.address(demo);
  ended.resolve();
  await clock.advance(4999);
  expect(heard).toEqual([]);
  await clock.advance(1);
  expect(heard).toEqual(['demo-ended']);
  ended = Promise.withResolvers();
  await demoHost.address(demo);
  ended.resolve();
  await clock.settle();
  await demoHost.close();
  await clock.advance(5000);
  expect(heard).toEqual(['demo-ended']);
});

it('has a condition until it can be started', async () => {
  isBroken = true;
  const demoHost = host();
  await expect(demoHost.address(demo)).rejects.toThrow();
  expect(demoHost.condition()).toMatchObject({ kind: 'demo-network-failed', severity: 'problem' });
  isBroken = false;
  await demoHost.address(demo);
  expect(demoHost.condition()).toBeUndefined();
});
