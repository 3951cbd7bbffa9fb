import { createServer, type IncomingMessage } from 'node:http';
import { chosenNetwork } from '../../../support/chosen-network.ts';
import { listening } from '../../../support/listening.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { fc, test } from '@fast-check/vitest';
import { expect, beforeEach, describe, it, onTestFinished } from 'vitest';
import { localize, preferredLocale } from '../../../../common/i18n/localized-text.ts';
import { agentContext } from '../../../support/agent-context.ts';
import { isNewer, isLookDue, UpdateCheck } from '../../../../electron/agent/health/update-check.ts';
import { updateConditions } from '../../../../electron/agent/view/app-conditions.ts';
import { namingAskbell } from '../../../../electron/api/http/request.ts';
import type { Updater } from '../../../../electron/desktop/desktop.ts';
import { SettingsStore, type ChosenNetwork } from '../../../../electron/store/settings.ts';

const [HOUR, DAY] = [3600_000, 24 * 3600_000];
const NETWORK = chosenNetwork({ kind: 'stackexchange', id: 'one', accountId: 7 });
const PAGE = 'https://github.com/askbell/askbell/releases/tag/v0.3.0';

let feedAddress: string;
let requests: IncomingMessage[];
let answer: { status: number; body: unknown };
/** Where the feed has moved. */
let movedTo: string | undefined;
beforeEach(async () => {
  requests = [];
  movedTo = undefined;
  answer = { status: 200, body: { tag_name: 'v0.3.0', html_url: PAGE, draft: false, body: 'What is new' } };
  const feed = createServer((request, response) => {
    requests.push(request);
    if (request.url === '/latest' && movedTo !== undefined) return response.writeHead(301, { location: movedTo }).end();
    return response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
  });
  feedAddress = `http://127.0.0.1:${await listening(feed)}/latest`;
});

function start({ version = '0.2.0', updater }: { version?: string; updater?: Updater } = {}) {
  const settings = new SettingsStore({ path: '', store: { networks: [NETWORK] } });
  const clock = createManualClock();
  const log: string[] = [];
  const note = (line: string) => void log.push(line);
  const lines = { info: note, warn: note, error: note };
  const desktop = updater ? { updater } : {};
  const context = agentContext({ settings, clock, fetch: namingAskbell(fetch, version), log: lines, desktop });
  const check = new UpdateCheck(context, feedAddress, version);
  check.start();
  onTestFinished(() => check.stop());
  /** Moves time on until the feed is asked, and its answer noted or the failure logged. */
  const look = async () => {
    await clock.advance(10 * 60_000);
    await clock.until(() => settings.get().update !== undefined || log.length > 0);
  };
  return { settings, clock, log, look, found: () => settings.get().update?.found };
}

const told = (settings: SettingsStore, version = '0.2.0') =>
  updateConditions(settings.get(), version).map(({ title, advice }) => {
    const locale = preferredLocale('en', ['en']);
    return `${localize(title, locale)}: ${localize(advice, locale)}`;
  });

describe('looking for a newer Askbell', () => {
  it('follows the feed within its host, and nowhere else', async () => {
    movedTo = '/repositories/7/latest';
    const moved = start();
    await moved.look();
    expect(requests.map(({ url }) => url)).toEqual(['/latest', movedTo]);
    movedTo = 'http://localhost:1/latest';
    const elsewhere = start();
    await elsewhere.look();
    expect(elsewhere.log.join()).toContain('answered 301');
    expect(elsewhere.found()).toBeUndefined();
  });

  it('waits a while after the start, then tells of the release and where it is, until it is there', async () => {
    const { clock, settings } = start();
    await clock.advance(9 * 60_000);
    expect(requests).toEqual([]);
    await clock.advance(60_000);
    await clock.until(() => settings.get().update !== undefined);
    const line = `Askbell 0.3.0 is out: Get it from ${PAGE}`;
    expect(told(settings)).toEqual([line]);
    expect(told(settings, '0.3.0')).toEqual([]);
    // A start that was told to wait for the system's own way.
    const older = { askedAt: 1, found: { version: '0.3.0', page: PAGE, way: 'system' } };
    expect(told(new SettingsStore({ path: '', store: { networks: [NETWORK], update: older } }))).toEqual([line]);
  });

  it('sends nothing but its name and version', async () => {
    const { look } = start();
    await look();
    const [request] = requests;
    expect(request?.url).toBe('/latest');
    expect(request?.headers['user-agent']).toMatch(/^Askbell\/0\.2\.0 \(\+https:/);
    const usual = /^(?:host|connection|accept(?:-language|-encoding)?|sec-fetch-mode|cache-control|pragma|user-agent)$/;
    expect(Object.keys(request?.headers ?? {}).filter((name) => !usual.test(name))).toEqual([]);
  });

  it('asks once a day, and again after an hour where there was no answer', async () => {
    answer = { status: 503, body: {} };
    const { clock, settings, look } = start();
    await look();
    expect(settings.get().update).toBeUndefined();
    answer = { status: 200, body: { tag_name: 'v0.2.0', html_url: PAGE } };
    await clock.advance(HOUR);
    await clock.until(() => settings.get().update !== undefined);
    expect(requests.length).toBe(2);
    await clock.advance(DAY - 2 * HOUR);
    expect(requests.length).toBe(2);
    expect(told(settings)).toEqual([]);
  });

  it.each([
    ['an odd answer', '0.2.0', 'javascript:alert(1)'],
    ['an older release', '0.10.0', PAGE],
  ])('takes %s for none', async (_, version, html_url) => {
    answer = { status: 200, body: { tag_name: 'v0.3.0', html_url } };
    const { look, found } = start({ version });
    await look();
    expect(found()).toBeUndefined();
  });

  it('gets the release where it can, and says when it is used, or where to get it', async () => {
    const got: string[] = [];
    const { settings, look } = start({ updater: { download: async (version) => void got.push(version) } });
    await look();
    expect(got).toEqual(['0.3.0']);
    const advice = 'It has been downloaded and is installed when you quit Askbell.';
    expect(told(settings)).toEqual([`Askbell 0.3.0 is out: ${advice}`]);
    const download = () => Promise.reject(new Error('not signed'));
    const refused = start({ updater: { download } });
    await refused.look();
    expect(refused.found()?.way).toBe('page');
    expect(refused.log).toEqual(['Downloading Askbell 0.3.0 failed: not signed']);
  });
});

const stored = new SettingsStore({ path: '', store: { networks: [NETWORK] } }).get();
const now = Date.UTC(2026, 0, 5);

it('nobody is asked while it is switched off, nor within a day of the last answer, unless the clock was ahead then', () => {
  expect(isLookDue(stored, now)).toBe(true);
  const off = { ...stored, preferences: { ...stored.preferences, checkForUpdates: false } };
  expect(isLookDue(off, now)).toBe(false);
  const found = { version: '9.0.0', page: PAGE, way: 'page' as const };
  expect(updateConditions({ ...off, update: { askedAt: now, found } }, '0.2.0')).toEqual([]);
  expect(isLookDue({ ...stored, update: { askedAt: now - DAY + 1 } }, now)).toBe(false);
  for (const askedAt of [now - DAY, now + HOUR]) expect(isLookDue({ ...stored, update: { askedAt } }, now)).toBe(true);
});

it('nobody is asked with the demo network, a network of this machine, or nobody signed in', () => {
  const { accountId: _nobody, ...signedOut } = NETWORK;
  const own = ['127.0.0.1', '[::1]', 'localhost'].map((host): ChosenNetwork => {
    return { ...NETWORK, kind: 'other', apiBaseUrl: `http://${host}:4000/2.3` };
  });
  const others: ChosenNetwork[] = [{ ...NETWORK, kind: 'demo' }, signedOut, ...own];
  for (const network of others) expect(isLookDue({ ...stored, networks: [network] }, now)).toBe(false);
  expect(isLookDue({ ...stored, networks: [...others, NETWORK] }, now)).toBe(true);
});

const version = fc.array(fc.nat(9_999), { minLength: 3, maxLength: 3 });

test.prop([version, version])(
  'a version comes after another by the first number that differs, and never after itself',
  (one, other) => {
    const order = one.map((number, index) => number - other[index]!).find((step) => step !== 0) ?? 0;
    for (const prefix of ['', 'v']) expect(isNewer(prefix + one.join('.'), other.join('.'))).toBe(order > 0);
  },
);

test('what is no plain version is never newer: trial releases, words, nothing', () => {
  for (const odd of ['1.0.0-beta.1', '99', '', 'latest', '1.0', '1.0.0.0', ' 9.9.9']) {
    expect(isNewer(odd, '0.1.0')).toBe(false);
    expect(isNewer('9.9.9', odd)).toBe(false);
  }
});
