import { mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import Conf from 'conf';
import { parseScopedId } from '../../../electron/agent/ids.ts';
import type { SettingsFile } from '../../../electron/store/settings.ts';
import { assembleInProcess, signInAt, type Window } from '../../../test/support/process/assembled.ts';
import { createProcessDesktop } from '../../../test/support/process/process-desktop.ts';
import { scaledClock, type Scale } from '../../../test/support/process/scaled-clock.ts';
import { untilHolds } from '../../support/waiting.ts';
import { CLAIMS } from '../claims.ts';
import type { Ending } from '../kill-points.ts';
import type { WatchedTag } from '../people.ts';
import { CLAIMS_FILE, HITS_FILE, SHOWN_FILE } from './files.ts';
import { KillSwitch } from './kill-switch.ts';
import { watchDatabases, watchRenames } from './watch-database.ts';

/** What a life of Askbell's begins with. */
export interface Birth {
  url: string;
  dataDir: string;
  scale: Scale;
  /** How far this machine's clock is off, in ms. */
  machineOff: number;
  ending: Ending;
  /** How many notifications the desktop refuses first. */
  refusals: number;
  /** What is watched for; added where nothing is watched yet. */
  watches: WatchedTag[];
}

/** A message of the parent's. */
export type ToChild = { begin: Birth } | { scale: Scale } | 'stop';

/** A busy machine may take longer than a request waits; nothing has been measured yet then. */
const MAX_SIGN_IN_ATTEMPTS = 3;

async function signIn(window: Window, { url, watches }: Birth): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await signInAt(window, 'Torture', { apiBaseUrl: url, authUrl: url });
      break;
    } catch (error) {
      if (attempt === MAX_SIGN_IN_ATTEMPTS) throw error;
    }
  }
  // It goes on in the browser, which comes back by itself.
  await untilHolds('The sign-in', async () => (await window.state.get()).phase === 'running');
  // Its sites are asked for first.
  const knows = async (): Promise<boolean> => {
    const sites = await window.watches.sites();
    return watches.every(({ site }) => sites.some(({ id }) => parseScopedId(id).id === site));
  };
  await untilHolds('The list of sites', knows);
  for (const { site, tag, minScore } of watches)
    await window.watches.add({ site, rule: { anyTags: [tag], ...(minScore && { minScore }) }, alert: 'sound' });
}

/** The settings' file, with the kill points before and after it is written. */
function watchedSettings(dataDir: string, pass: KillSwitch['pass']): SettingsFile {
  const file = new Conf({ cwd: dataDir, configName: 'settings' });
  return {
    path: file.path,
    get store() {
      return file.store;
    },
    set store(value) {
      pass('before-settings');
      file.store = value;
      pass('after-settings');
    },
  };
}

/** Writes down what is about to be claimed, and that the turn of the event loop in which it was is over. */
function noteClaims(dataDir: string): (id: number) => void {
  const file = openSync(join(dataDir, CLAIMS_FILE), 'a');
  const note = (line: string): void => void writeSync(file, `${line}\n`);
  note(CLAIMS.life);
  return (id) => {
    note(CLAIMS.claim(id));
    setImmediate(() => note(CLAIMS.over));
  };
}

async function live(birth: Birth): Promise<void> {
  const { dataDir, machineOff, ending } = birth;
  mkdirSync(dataDir, { recursive: true });
  const shown = openSync(join(dataDir, SHOWN_FILE), 'a');
  const { pass } = new KillSwitch(ending, openSync(join(dataDir, HITS_FILE), 'a'));
  watchDatabases(pass, noteClaims(dataDir));
  watchRenames(pass);
  let { scale, refusals } = birth;
  const askedFetch: typeof globalThis.fetch = async (input, init) => {
    const answering = fetch(input, init);
    setImmediate(() => pass('request'));
    const answer = await answering;
    const body = await answer.arrayBuffer();
    pass('answer');
    const isEmpty = [101, 204, 205, 304].includes(answer.status) || answer.type === 'opaqueredirect';
    return new Response(isEmpty ? null : body, { status: answer.status, headers: answer.headers });
  };
  const desktop = createProcessDesktop({
    dataDir,
    show({ id, kind, title }) {
      pass('notify');
      if (refusals-- > 0) {
        queueMicrotask(() => pass('refused'));
        throw new Error('Notifications are off.');
      }
      writeSync(shown, `${JSON.stringify({ id, kind, title })}\n`);
      pass('shown');
    },
    paste: (text) => window.session.paste({ text }),
  });
  const { askbell, window } = await assembleInProcess({
    desktop,
    clock: {
      now: () => scaledClock(scale).now() + machineOff,
      sleep: (ms, signal) => scaledClock(scale).sleep(ms, signal),
    },
    random: Math.random,
    fetch: askedFetch,
    dataDir,
    settingsFile: watchedSettings(dataDir, pass),
  });
  process.on('message', (message: ToChild) => {
    if (message === 'stop') void askbell.stop().then(() => process.exit(0));
    else if ('scale' in message) ({ scale } = message);
  });
  await askbell.start();
  if ((await window.state.get()).phase === 'welcome') await signIn(window, birth);
  process.send?.('started');
  // Somebody changes a setting, so that there is something to write.
  if (ending.how === 'aimed' && ending.point.endsWith('-settings')) {
    const { zoom } = await window.settings.get();
    await window.settings.change({ zoom: zoom === 1 ? 1.25 : 1 });
  }
}

process.once('message', (message: ToChild) => {
  if (message === 'stop') process.exit(0);
  if ('begin' in message) void live(message.begin);
});
// Whoever started it is gone.
process.once('disconnect', () => process.exit(1));
process.send?.('ready');
