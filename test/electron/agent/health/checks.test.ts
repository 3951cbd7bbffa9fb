import { homedir } from 'node:os';
import { expect, it } from 'vitest';
import { loadLanguages } from '../../../../common/i18n/words.ts';
import { localeOf } from '../../../../common/i18n/locale.ts';
import type { NetworkErrorKind } from '../../../../electron/api/network.ts';
import {
  checkClock,
  checkNotifications,
  checkTrayHost,
  checkDatabase,
  checkDisk,
  checkSettingsFile,
  checkKeyring,
  checkPermissions,
  checkQuota,
  checkToken,
  type DiskFacts,
  type TokenFacts,
} from '../../../../electron/agent/health/checks.ts';
import { checkNetwork, type Answer } from '../../../../electron/agent/health/network-check.ts';
import type { Route } from '../../../../electron/agent/health/probes.ts';
import { doctorReport, type Finding } from '../../../../electron/agent/health/doctor-report.ts';

await loadLanguages();

/** The keys of what is found: what it means, whatever the words. */
const keys = ({ status, said, advice }: Finding) =>
  [status, ...said.map((sentence) => ('key' in sentence ? sentence.key : 'keyring')), ...(advice ? [advice.key] : [])]
    .join(' ')
    .replaceAll(/(?<= )doctor\./g, '');
const minute = 60_000;
const now = new Date('2026-06-01T12:00:00Z');

const good: Route = { dns: { ms: 3 }, connect: { ms: 8 }, tls: { ms: 20 } };
const found = (answer: Answer, route = good) => keys(checkNetwork({ host: 'api.example', route, answer }));
const failed = (error: NetworkErrorKind, route = good) => found({ kind: 'failed', error, requests: 1 }, route);

const refused = { dns: { ms: 1 }, connect: { code: 'ECONNREFUSED' } };
const wrong = (key: string) => `wrong network.${key} network.${key}Advice`;
const condition = (key: string) => `conditions.${key} conditions.${key}Advice`;

it.each<[string, string, string]>([
  ['answers', found({ kind: 'answered', ms: 120, requests: 1, asStranger: false }), 'ok network.answered'],
  ['answered a minute ago', found({ kind: 'repeated', requests: 0 }), 'ok network.recent'],
  ['is not there', keys(checkNetwork(undefined)), 'ok errors.noNetwork'],
  // Out of reach: the first step that failed is what is wrong.
  [
    'has a name that is not found',
    failed('offline', { dns: { code: 'ENOTFOUND' } }),
    'wrong network.noDns conditions.offlineAdvice',
  ],
  ['takes no connection', failed('offline', refused), wrong('noConnection')],
  [
    'is behind a proxy that takes none',
    failed('offline', { proxy: 'http://p:1', ...refused }),
    'wrong network.noConnection network.noProxyAdvice',
  ],
  ['has an old certificate', failed('offline', { ...good, tls: { code: 'CERT_HAS_EXPIRED' } }), wrong('noTls')],
  ['fails at no known step', failed('offline', {}), `wrong ${condition('badAnswer')}`],
  ['takes too long', failed('timeout'), `wrong ${condition('timeout')}`],
  ['is behind a log-in page', failed('captive-portal'), `wrong ${condition('portal')}`],
  ['gives no answer of the API', failed('bad-answer'), `wrong ${condition('badAnswer')}`],
  ['is protected', failed('blocked-by-protection'), `warning ${condition('protection')}`],
  ['has a fault', failed('server-fault'), `warning ${condition('serverFault')}`],
  ['throttles', failed('throttled'), `warning ${condition('throttled')}`],
  // It was reached: the token is another check's.
  ['rejects the token', failed('token-rejected'), 'ok network.refused'],
  [
    'asked to be left alone',
    found({ kind: 'not-asked', why: 'resting', until: now }),
    'warning network.resting conditions.throttledAdvice',
  ],
  ['has no quota left', found({ kind: 'not-asked', why: 'used-up' }), `warning ${condition('exhausted')}`],
  ['is the demo network at rest', found({ kind: 'not-asked', why: 'demo-rests' }), 'ok network.demoRests'],
])('the network that %s is told as that', (_, told, expected) => expect(told).toBe(expected));

const clock = (aheadMs: number | undefined, jumpedMs = 0) => checkClock({ network: 'Demo', aheadMs, jumpedMs });
const quota = (remaining: number) =>
  checkQuota({ network: 'Demo', quota: { max: 10_000, remaining }, fullAgainAt: now });
const TOKEN = { network: 'Demo', signedIn: true, stored: 'yes', verdict: 'accepted', scopes: ['read_inbox'] } as const;
const token = (change: Partial<TokenFacts>) => checkToken({ ...TOKEN, now, ...change });
const unchecked = 'token.stored token.ends token.scopes seeNetwork';
const endsIn = (minutes: number) => ({ endsAt: new Date(now.getTime() + minutes * minute) });
const KEYRING = { persistent: true, where: 'keyring' } as const;
const LOCKED = { persistent: false, where: 'keyring', why: 'locked' } as const;
const server = (capabilities: string[], doNotDisturb = false) =>
  checkNotifications({ kind: 'server', name: 'dunst', capabilities, doNotDisturb });
const settings = (state: 'absent' | 'gone' | 'read' | 'broken', ...resetParts: string[]) =>
  checkSettingsFile({ state, resetParts });
const sound = { state: 'readable', version: 8, known: 8, bytes: 5_000_000, checked: 'all' } as const;
const disk = (change: Partial<DiskFacts>) => checkDisk({ writable: true, freeBytes: 9e9, ...change });

it.each<[string, Finding, string]>([
  ['a clock that is right', clock(900), 'ok clock.right'],
  ['a clock some minutes behind', clock(-4 * minute), 'ok clock.right'],
  ['a clock ahead', clock(6 * minute), 'warning conditions.clockAhead conditions.clockAdvice'],
  ['a clock behind', clock(-6 * minute), 'warning conditions.clockBehind conditions.clockAdvice'],
  ['a clock days behind', clock(-48 * 60 * minute), 'wrong conditions.clockBehind conditions.clockAdvice'],
  ['a clock with nothing to compare', clock(undefined), 'warning clock.unknown seeNetwork'],
  ['a clock that is set meanwhile', clock(0, -5000), 'warning clock.jumps clock.jumpsAdvice'],
  ['a clock without a network', checkClock({ jumpedMs: 0 }), 'ok none'],
  ['much quota', quota(9000), 'ok quota.left quota.reset'],
  ['little quota', quota(500), 'warning quota.left quota.reset quota.lowAdvice'],
  ['no quota', quota(0), 'warning quota.left quota.reset conditions.exhaustedAdvice'],
  ['less than no quota', quota(-1), 'warning quota.left quota.reset conditions.exhaustedAdvice'],
  ['an unknown quota', checkQuota({ network: 'Demo' }), 'warning quota.unknown seeNetwork'],
  ['quota without a network', checkQuota({}), 'ok none'],
  ['a token', token({}), 'ok token.accepted token.scopes'],
  ['a token for hours', token(endsIn(300)), 'ok token.accepted token.ends token.scopes'],
  ['a token that ends soon', token(endsIn(30)), 'warning conditions.expires conditions.expiresAdvice'],
  ['a token that is over', token(endsIn(0)), 'wrong conditions.signedOut conditions.signedOutAdvice'],
  ['a missing token', token({ stored: 'no' }), 'wrong token.missing token.missingAdvice'],
  ['a token in memory', token({ stored: 'memory' }), 'warning token.inMemory token.inMemoryAdvice'],
  ['a revoked token', token({ verdict: 'rejected' }), 'wrong conditions.signedOut conditions.signedOutAdvice'],
  ['a token without the inbox', token({ verdict: 'no-inbox' }), 'wrong conditions.scope conditions.scopeAdvice'],
  ['a wrong key', token({ verdict: 'bad-key' }), 'wrong conditions.badKey conditions.badKeyAdvice'],
  ['a token for hours that was not checked', token({ verdict: 'unknown', ...endsIn(300) }), `warning ${unchecked}`],
  ['nobody signed in', token({ signedIn: false, stored: 'no' }), 'ok conditions.signedOut'],
  ['a keyring', checkKeyring({ keeping: KEYRING, probe: 'kept' }), 'ok keyring.kept'],
  ['a lossy keyring', checkKeyring({ keeping: KEYRING, probe: 'lost' }), 'wrong keyring.lost keyring.lostAdvice'],
  ['no keyring', checkKeyring({ keeping: LOCKED, probe: 'lost' }), 'warning keyring'],
  ['notifications', server(['actions']), 'ok notifications.server'],
  ['notifications without buttons', server([]), 'ok notifications.server notifications.noButtons'],
  ['do not disturb', server(['actions'], true), 'ok notifications.server notifications.doNotDisturb'],
  ['no settings', settings('absent'), 'ok none'],
  ['settings that were reset', settings('read', 'watches'), `warning ${condition('settingsReset')}`],
  ['settings that are gone', settings('gone'), 'warning settingsFile.gone'],
  ['broken settings', settings('broken'), 'wrong settingsFile.broken settingsFile.brokenAdvice'],
  ['room', disk({}), 'ok disk.left'],
  ['little room', disk({ freeBytes: 5e7 }), 'warning disk.left disk.lowAdvice'],
  ['no room', disk({ freeBytes: 0 }), 'wrong disk.left disk.lowAdvice'],
  ['no room for a file', disk({ freeBytes: 0, writable: { code: 'ENOSPC' } }), 'wrong disk.left disk.lowAdvice'],
  ['no more files', disk({ writable: { code: 'ENOSPC' } }), 'wrong disk.takesNoMore disk.takesNoMoreAdvice'],
  ['a used-up share', disk({ writable: { code: 'EDQUOT' } }), 'wrong disk.takesNoMore disk.takesNoMoreAdvice'],
  ['a read-only disk', disk({ writable: { code: 'EROFS' } }), 'wrong disk.readOnly disk.readOnlyAdvice'],
])('what is found of %s', (_, finding, expected) => expect(keys(finding)).toBe(expected));

it.each<[string, Parameters<typeof checkDatabase>[0], string]>([
  ['a sound history', { ...sound, backedUpAt: now, fullCheckAt: now }, 'ok .sound .fullCheck .backup'],
  ['an older history', { ...sound, version: 3, checked: 'part' }, 'ok .partly .older .noBackup'],
  ['a newer history', { ...sound, version: 99 }, 'wrong .newer .newerAdvice'],
  ['a damaged history', { state: 'damaged', fault: 'x' }, 'wrong .damaged .noBackup .damagedAdvice'],
  ['a history that cannot be read', { state: 'unreadable', code: 'EACCES' }, 'wrong .unreadable .unreadableAdvice'],
])('what is found of %s', (_, facts, expected) =>
  expect(keys(checkDatabase(facts))).toBe(expected.replaceAll(' .', ' database.')),
);

it('what is found of who shows notifications and tray icons', () => {
  expect(
    (['startable', 'native', 'no-bus', 'no-server', 'unsupported', 'no-answer'] as const).map(
      (kind) => checkNotifications({ kind }).status,
    ),
  ).toEqual(['ok', 'ok', 'ok', 'warning', 'wrong', 'wrong']);
  expect(
    (['hosted', 'native', 'no-bus', 'no-watcher', 'no-host'] as const).map((facts) => checkTrayHost(facts).status),
  ).toEqual(['ok', 'ok', 'ok', 'warning', 'warning']);
});

it('tells files that others can read from private ones, and the worse case of an open folder', () => {
  const entry = (name: string, mode: number, own = true) => ({ name, mode, own });
  const found = (...entries: ReturnType<typeof entry>[]) =>
    keys(checkPermissions({ kind: 'read', folder: '~/x', entries })).replaceAll(' permissions.', ' .');
  const folder = entry('.', 0o700);
  expect(found(folder, entry('history.sqlite', 0o600))).toBe('ok .private');
  expect(found(folder, entry('history.sqlite', 0o644))).toBe('warning .behindFolder .openAdvice');
  expect(found(entry('.', 0o755), entry('history.sqlite', 0o644))).toBe('wrong .open .openAdvice');
  expect(found(folder, entry('settings.json', 0o600, false))).toBe('wrong .foreign .foreignAdvice');
  expect(found(folder)).toBe('ok none');
  const many = ['a', 'b', 'c', 'd'].map((name) => entry(name, 0o604));
  expect(found(...many)).toBe('warning .behindFolder .openAdvice');
  expect(keys(checkPermissions({ kind: 'not-checked' }))).toBe('ok permissions.notChecked');
  const read = { kind: 'read', folder: '~/x', entries: [entry('history.sqlite', 0o600)] } as const;
  expect(keys(checkPermissions({ ...read, isCut: true }))).toBe('warning permissions.notAll');
  // Whoever may write in a folder may replace what is in it.
  expect(keys(checkPermissions({ ...read, sharedMode: 0o777 }))).toBe(
    'wrong permissions.writable permissions.writableAdvice',
  );
  for (const sharedMode of [0o1777, 0o755])
    expect(keys(checkPermissions({ ...read, sharedMode }))).toBe('ok permissions.private');
});

type ReportFacts = Parameters<typeof doctorReport>[0];
const reportOf = (folder: string, language: 'en' | 'de', secrets: string[], parts: ReportFacts['parts']) =>
  doctorReport({ parts, version: '1.2.3', at: now, folder, secrets, locale: localeOf(language) });

it('names commands that a shell takes as they are meant, and for Askbell’s own files only', () => {
  const folder = `${homedir()}/Library/Application Support/Ask (bell)`;
  const advice = (...names: string[]) => {
    const entries = names.map((name) => ({ name, mode: 0o755, own: true }));
    const finding = checkPermissions({ kind: 'read', folder, entries });
    return reportOf(folder, 'en', [], [{ check: 'permissions', ...finding }]).checks[0]!.advice?.split('run: ')[1];
  };
  const shown = String.raw`~/Library/Application\ Support/Ask\ \(bell\)`;
  expect(advice('.', 'settings.json')).toBe(`chmod -R go-rwx ${shown}`);
  const beside = `chmod -R go-rwx ${shown}/settings.json ${shown}/backups`;
  expect(advice('settings.json', 'backups', 'backups/a')).toBe(beside);
});

const folder = `${homedir()}/x`;
const entries = [{ name: '.', mode: 0o755, own: true }];
const network = 'S3CRET-TOKEN network';
const parts: ReportFacts['parts'] = [
  { check: 'permissions', ...checkPermissions({ kind: 'read', folder, entries }) },
  { check: 'clock', network, ...checkClock({ network, aheadMs: 10 * minute, jumpedMs: 0 }) },
];
const report = (language: 'en' | 'de') => reportOf(folder, language, ['S3CRET-TOKEN'], parts);

it('the report is in the person’s language', () => {
  const { text, status } = report('de');
  expect(status).toBe('wrong');
  expect(text).toContain('\nProblem: Dateirechte. Andere an diesem Computer können lesen oder ändern: . (0755).\n');
  expect(text.trimEnd().split('\n').at(-1)).toBe('1 Problem gefunden.');
});

it('the report names neither secrets nor the home folder, and says what the status is', () => {
  const { text, checks } = report('en');
  expect(JSON.stringify(checks) + text).not.toMatch(/S3CRET|home\/jo/);
  expect(text).toContain('~/x');
  expect(checks[1]).toMatchObject({ name: 'clock', status: 'warning', title: 'Clock ([redacted] network)' });
  expect(checks[1]!.said).toBe('This computer’s clock is about 10 min ahead.');
});
