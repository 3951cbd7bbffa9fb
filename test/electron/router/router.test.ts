import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import type { AppState } from '../../../common/contract/contract.ts';
import { Emitter, type AgentEvents } from '../../../electron/agent/context.ts';
import { silentLog } from '../../../electron/base/log.ts';
import { WindowStreams } from '../../../electron/router/router.ts';
import { startSandbox } from '../../../sandbox/server/server.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { demoDataCopy, storyStart } from '../../support/demo-data.ts';
import { assembleInProcess, signInAt } from '../../support/process/assembled.ts';
import { createProcessDesktop } from '../../support/process/process-desktop.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let dataDir: string;
beforeEach(() => void (dataDir = temporaryFolder()));
const processDesktop = () => createProcessDesktop({ dataDir, show: () => undefined, paste: () => Promise.resolve() });

it('leaves the schemas of the contract unloaded until a window comes', async () => {
  const program = fileURLToPath(new URL('fixtures/loaded-modules.mjs', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program, dataDir]);
  expect(JSON.parse(stdout)).toEqual({ before: false, after: true });
});

it('answers a sign-in when its dialog is open, not when it is done', async () => {
  const clock = createManualClock(storyStart * 1000);
  const sandbox = await startSandbox({
    file: await demoDataCopy(dataDir, storyStart),
    apps: [{ clientId: 'mine', key: 'my-key', domain: 'localhost', name: 'Mine' }],
    clock: { now: () => storyStart },
  });
  const opened: string[] = [];
  const desktop = { ...processDesktop(), openExternal: async (url: string) => void opened.push(url) };
  onTestFinished(() => sandbox.close());
  const { apiBaseUrl, authUrl } = sandbox;
  const { askbell, window } = await assembleInProcess({ desktop, clock, fetch, dataDir });
  onTestFinished(() => askbell.stop());
  await askbell.start();
  expect(await signInAt(window, 'Elsewhere', { apiBaseUrl, authUrl })).toEqual({});
  const { phase, signIn } = await window.state.get();
  expect({ phase, opened }).toEqual({ phase: 'signing-in', opened: [signIn?.dialogUrl] });
});

it('refuses a sign-in whose dialog cannot be opened, in the words of the catalogue', async () => {
  const { askbell, window } = await assembleInProcess({
    desktop: processDesktop(),
    clock: createManualClock(storyStart * 1000),
    fetch: () => Promise.reject(new TypeError('no network')),
    dataDir,
  });
  await askbell.start();
  const nowhere = 'https://nowhere.example';
  await expect(signInAt(window, 'Nowhere', { apiBaseUrl: nowhere, authUrl: nowhere })).rejects.toMatchObject({
    code: 'REFUSED',
    data: { advice: expect.stringMatching(/address/) },
  });
  expect((await window.state.get()).phase).toBe('welcome');
  await askbell.stop();
});

it('keeps the last state only for a window that does not read, and nothing once it is closed', async () => {
  const events = new Emitter<AgentEvents>(silentLog);
  const streams = new WindowStreams(events);
  const closing = new AbortController();
  const stateOf = (version: string) => ({ version }) as AppState;
  const states = streams.states(() => stateOf('now'), closing.signal);
  expect((await states.next()).value).toEqual({ version: 'now' });
  for (let n = 0; n < 500; n++) events.emit('state', () => stateOf(String(n)));
  expect((await states.next()).value).toEqual({ version: '499' });
  closing.abort();
  await expect(states.next()).rejects.toThrow();
  expect(streams.size).toBe(0);
});
