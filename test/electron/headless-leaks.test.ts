import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { walkDialog } from '../../electron/agent/accounts/demo-network.ts';
import { isSignInDialog } from '../support/browser-person.ts';
import { marksIn, marksUnder, processWords, type Marks } from '../support/marks.ts';
import { startRecordedNetwork, type RecordedNetwork } from '../support/recording-proxy.ts';
import type { FakeNotificationServer } from './desktop/headless/fake-desktop.ts';
import { missing } from './desktop/headless/private-bus.ts';
import { askKeyring, startPrivateKeyring, type PrivateKeyring } from './desktop/headless/fixtures/private-keyring.ts';
import { TestBus } from './desktop/headless/test-bus.ts';
import {
  createHome,
  end,
  openWindow,
  startHeadless,
  type OpenedWindow,
  type Run,
} from './fixtures/headless-program.ts';

const crash = new URL('fixtures/crash-with-request.mjs', import.meta.url).href;

/** Where the fake browser writes down what it was started with. */
const BROWSER = `#!/bin/sh
{ printf '%s\\n' "$@"; env; echo "umask $(umask)"; } >> "$SEEN_BY_BROWSER"
`;

/** A run whose window is open. */
interface Opened {
  run: Run;
  printed: () => string;
  client: OpenedWindow['client'];
  /** All that came to the window, as it came. */
  frames: string[];
  /** What lets a browser in: the pass of the printed address, the cookie and the page key. */
  entry: Marks;
}

const MISSING = missing('dbus-daemon', 'gnome-keyring-daemon');

describe.skipIf(MISSING || process.platform !== 'linux')('the secrets of a person', () => {
  let home: string;
  let keyring: PrivateKeyring;
  let notifications: FakeNotificationServer;
  let network: RecordedNetwork;
  const key = `mark-key-${randomBytes(12).toString('hex')}`;
  const seenByBrowser = () => readFileSync(join(home, 'seen-by-browser'), 'utf8');

  beforeEach(async () => {
    home = createHome();
    for (const name of ['bin', 'tmp']) mkdirSync(join(home, name));
    writeFileSync(join(home, 'bin', 'xdg-open'), BROWSER);
    chmodSync(join(home, 'bin', 'xdg-open'), 0o755);
    writeFileSync(join(home, 'seen-by-browser'), '');
    const bus = await TestBus.start();
    keyring = await startPrivateKeyring(bus, home);
    onTestFinished(() => keyring.stop());
    notifications = await bus.notificationServer();
    network = await startRecordedNetwork(key);
    onTestFinished(() => network.close());
  });

  async function start(): Promise<Opened> {
    const env = {
      PATH: `${join(home, 'bin')}:${process.env['PATH'] ?? ''}`,
      ...keyring.env,
      // Searched with the rest: sounds, SQLite's temporary files and crash output go there.
      TMPDIR: join(home, 'tmp'),
      DISPLAY: ':none',
      SEEN_BY_BROWSER: join(home, 'seen-by-browser'),
      CRASH_AT: join(home, 'crash-now'),
    };
    const run = startHeadless(home, ['--hidden', '--print-notifications'], { env, loaded: crash });
    const { address, cookie, pageKey, socket, client } = await openWindow(run);
    const frames: string[] = [];
    socket.on('message', (data: Buffer) => void frames.push(data.toString()));
    await client.state.get();
    const pass = new URL(address).pathname.split('/').at(-1) ?? '';
    const entry = { pass, cookie: cookie.split('=')[1] ?? '', pageKey };
    return { run, printed: () => run.out() + run.err(), client, frames, entry };
  }

  const isRunning = async ({ client }: Opened) => {
    await expect.poll(async () => (await client.state.get()).phase).toBe('running');
  };

  /** Signs in by the browser, which comes back by itself with a code. */
  async function signIn(opened: Opened): Promise<Marks> {
    await opened.client.session.signIn(network.choice);
    const dialog = () => seenByBrowser().split('\n').find(isSignInDialog) ?? '';
    await expect.poll(dialog).not.toBe('');
    await fetch(await walkDialog(dialog(), fetch));
    await isRunning(opened);
    return { key, ...network.signInMarks() };
  }

  /** What the keyring has of the network that was signed in to, asked by another program. */
  async function kept(what: 'token' | 'key'): Promise<string | null> {
    const settings = JSON.parse(readFileSync(join(home, 'config', 'askbell', 'settings.json'), 'utf8')) as {
      networks: { id: string }[];
    };
    return (await askKeyring(keyring.env, 'get', `${what}:${settings.networks[0]?.id}`)).found;
  }

  /** All that a person can ask for, and what only works sometimes. */
  async function doEverything({ client }: Opened, letter: string): Promise<void> {
    await expect.poll(async () => (await client.inbox.list({})).entries.length).toBeGreaterThan(0);
    const site = (await client.watches.sites())[0]?.id ?? '';
    const account = (await client.state.get()).accounts[0]?.id ?? '';
    const attempts = [
      async () => client.settings.testNotification(),
      async () => client.settings.change({ appearance: 'dark' }),
      async () => client.polling.syncNow(),
      async () => client.inbox.read({ key: (await client.inbox.list({})).entries[0]?.key ?? '' }),
      async () => client.reputation.list(),
      async () => client.watches.completeTag({ site, text: letter }),
      async () => client.watches.readTags({ site, text: `${letter}${letter}, ${letter}ab` }),
      async () => client.watches.myTags({ site }),
      async () => client.reputation.siteProfile({ site, again: true }),
      async () => client.diagnostics.report(),
      async () => client.diagnostics.examine(),
      async () => {
        for await (const part of await client.data.export()) expect(part.share).toBeGreaterThanOrEqual(0);
      },
      async () => client.session.changeKey({ account, key: `${key}-${letter}` }),
      async () => client.session.paste({ text: `http://localhost/#access_token=${key}` }),
    ];
    for (const attempt of attempts) await attempt().catch(() => undefined);
  }

  /** Answers that say everything back that they were sent: as errors, as pages, and as what is no JSON. */
  async function meetEchoes(opened: Opened, marks: Marks): Promise<void> {
    const echoes = (request: string) => {
      const said = `You sent ${Object.values(marks).join(' and ')}; ${request}`;
      const error = { error_id: 400, error_name: `bad ${marks['token']}`, error_message: said };
      return [
        { status: 400, type: 'application/json', body: JSON.stringify(error) },
        { status: 401, type: 'text/html', body: `<title>${said}</title><p>${said}` },
        { status: 500, type: 'text/plain', body: said },
        { status: 200, type: 'application/json', body: `{"items": [${said}` },
        { status: 200, type: 'application/json', body: JSON.stringify({ [marks['token'] ?? '']: 1, items: said }) },
        { status: 302, type: 'text/plain', body: said },
      ];
    };
    let answered = 0;
    network.proxy.answerInstead = (request, body, response) => {
      const kinds = echoes(`${request.url} ${JSON.stringify(request.headers)} ${body}`);
      const { status, type, body: text } = kinds[answered++ % kinds.length]!;
      const location = `${network.proxy.url}/elsewhere?access_token=${marks['token']}&key=${marks['key']}`;
      response
        .writeHead(status, `Bad ${marks['token']}`, { 'content-type': type, ...(status === 302 && { location }) })
        .end(text);
      return true;
    };
    for (const letter of 'bcd') await doEverything(opened, letter);
    expect(answered).toBeGreaterThan(3);
    network.proxy.answerInstead = undefined;
  }

  it('are in the keyring and on the way to their network, and nowhere else', async () => {
    const first = await start();
    const marks: Marks = { ...(await signIn(first)), ...first.entry };
    // It must be able to fail: every secret is known, and the search finds it where it has to be.
    for (const [name, secret] of Object.entries(marks)) expect(secret.length, name).toBeGreaterThan(15);
    const sent = network.proxy.exchanged.map(({ request }) => request).join('\n');
    // The network takes the token in the header, where no key goes along.
    expect(marksIn(sent, marks)).toEqual(['token', 'code', 'verifier']);
    expect(await kept('token')).toBe(marks['token']);
    expect(await kept('key')).toBe(key);
    expect(marksIn(first.printed(), marks)).toEqual(['pass']);
    writeFileSync(join(home, 'planted'), Buffer.from(`x${marks['token']}`).toString('base64'));
    expect(marksUnder(home, marks)).toEqual({ planted: ['token'] });
    rmSync(join(home, 'planted'));
    expect(Object.keys(marksUnder(home, { address: network.proxy.url }))).toContain('config/askbell/settings.json');

    await doEverything(first, 'a');
    // What it was sent since the sign-in: the rest was used up there.
    await meetEchoes(first, { token: marks['token'] ?? '', key });
    const words = processWords(first.run.child.pid ?? 0);
    expect(words).toContain(home);
    expect(marksIn(words, marks)).toEqual([]);
    expect(await end(first.run)).toBe(0);

    // It ends by an error that nobody catches, in the midst of a request.
    const second = await start();
    const all: Marks = { ...marks };
    for (const [name, secret] of Object.entries(second.entry)) all[`second ${name}`] = secret;
    await isRunning(second);
    const [site] = await second.client.watches.sites();
    writeFileSync(join(home, 'crash-now'), '');
    // Nobody will answer.
    void second.client.watches.completeTag({ site: site?.id ?? '', text: 'z' }).catch(() => undefined);
    expect(await second.run.ended).toBe(1);
    expect(second.printed()).toContain('crashed at');
    rmSync(join(home, 'crash-now'));

    const third = await start();
    await isRunning(third);
    await third.client.session.signOut({});
    expect(await kept('token')).toBeNull();
    await end(third.run);

    const { pass: _pass, 'second pass': _secondPass, ...secrets } = all;
    for (const run of [first, second, third]) {
      expect(marksIn(run.printed(), secrets)).toEqual([]);
      expect(run.frames).not.toEqual([]);
      expect(run.frames.filter((frame) => marksIn(frame, all).length > 0)).toEqual([]);
    }
    expect(marksIn(JSON.stringify(notifications.shown.all), all)).toEqual([]);
    expect(notifications.shown.all).not.toEqual([]);
    // What the person's browser saves later is as readable as they want it.
    expect(seenByBrowser()).toContain(`umask 0${process.umask().toString(8).padStart(3, '0')}`);
    expect(marksUnder(home, all)).toEqual({});
    expect(existsSync(join(home, 'config', 'askbell', 'logs', 'askbell.log'))).toBe(true);
  });
});
