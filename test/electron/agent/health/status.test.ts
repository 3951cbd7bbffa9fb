import { beforeAll, describe, expect, it } from 'vitest';
import { localeOf } from '../../../../common/i18n/locale.ts';
import { loadLanguages } from '../../../../common/i18n/words.ts';
import { statusExitCode, statusText, type RunStatus } from '../../../../electron/agent/health/status.ts';

const NOW = new Date(2026, 10, 20, 12, 0).getTime();
const at = (minutes: number) => new Date(NOW + minutes * 60_000);

const running: RunStatus = {
  version: '1.2.3',
  phase: 'running',
  address: 'http://127.0.0.1:8000',
  folder: '/home/ada/.config/askbell',
  paused: false,
  snoozedUntil: undefined,
  waiting: undefined,
  unread: 1234,
  accounts: [
    {
      network: 'Stack Exchange',
      person: 'Ada',
      signedIn: true,
      unread: 1234,
      lastCheckAt: at(-3),
      nextCheck: { what: 'Inbox', at: at(2) },
      waitsUntil: undefined,
      quota: { remaining: 9000, max: 10_000 },
    },
  ],
  trouble: [],
};
const offline = { kind: 'offline' as const, severity: 'problem' as const, title: 'There is no connection.' };
const unkept = {
  kind: 'secrets-not-kept' as const,
  severity: 'warning' as const,
  title: 'You will have to sign in again.',
};

beforeAll(async () => {
  await loadLanguages();
});

describe('the status of a running Askbell', () => {
  it('is told in plain words', () => {
    expect(statusText(running, localeOf('en'), NOW).split('\n')).toEqual([
      'Askbell 1.2.3 is running.',
      'Stack Exchange: Ada',
      '  1,234 unread',
      '  Last check: 3 minutes ago',
      expect.stringMatching(/^ {2}Next: Inbox, .*12:02/),
      '  Quota: 9,000 of 10,000 requests left today',
      'All is well.',
      expect.stringContaining('Window: http://127.0.0.1:8000 '),
      'Data folder: /home/ada/.config/askbell',
    ]);
  });

  it('names every trouble, and never says that all is well beside one', () => {
    const text = statusText({ ...running, trouble: [offline, unkept] }, localeOf('en'), NOW);
    expect(text).toContain('Problem: There is no connection.\nWarning: You will have to sign in again.');
    expect(text).not.toContain('All is well.');
    expect(statusText({ ...running, paused: true }, localeOf('en'), NOW)).not.toContain('All is well.');
  });

  it('says how many wait and until when, and once that somebody is signed out', () => {
    const waiting = { count: 12, because: 'busy' as const, until: at(18) };
    expect(statusText({ ...running, waiting }, localeOf('en'), NOW)).toMatch(
      /^Notifications: 12 waiting, next at .*12:18/m,
    );
    const snoozed = {
      ...running,
      snoozedUntil: at(60),
      waiting: { ...waiting, because: 'snooze' as const, until: at(60) },
    };
    expect(statusText(snoozed, localeOf('en'), NOW).match(/1:00|13:00/g)).toHaveLength(1);
    const signedOut = {
      kind: 'signed-out' as const,
      severity: 'problem' as const,
      title: 'You are signed out of Stack Exchange',
    };
    const gone = { ...running, accounts: running.accounts.map((account) => ({ ...account, signedIn: false })) };
    expect(statusText({ ...gone, trouble: [signedOut] }, localeOf('en'), NOW).match(/signed out/gi)).toHaveLength(1);
  });

  it('has a code for each thing that a script would act on', () => {
    const nobody = { ...running, phase: 'welcome' as const, accounts: [] };
    const gone = { ...running, accounts: running.accounts.map((account) => ({ ...account, signedIn: false })) };
    expect(statusExitCode(running)).toBe(0);
    expect(statusExitCode({ ...running, trouble: [unkept] })).toBe(0);
    expect(statusExitCode({ ...running, phase: 'starting', accounts: [] })).toBe(0);
    expect(statusExitCode(nobody)).toBe(4);
    expect(statusExitCode({ ...gone, trouble: [offline] })).toBe(4);
    expect(statusExitCode({ ...running, trouble: [offline] })).toBe(5);
  });
});
