import { beforeAll, describe, expect, it } from 'vitest';
import { localeOf } from '../../../../common/i18n/locale.ts';
import { loadLanguages } from '../../../../common/i18n/words.ts';
import type { RunStatus } from '../../../../common/contract/contract.ts';
import { statusExitCode, statusText } from '../../../../electron/agent/health/status.ts';

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
const offline = { kind: 'offline', severity: 'problem', title: 'There is no connection.' } as const;
const unkept = { kind: 'secrets-not-kept', severity: 'warning', title: 'You will have to sign in again.' } as const;
const signedOut = { kind: 'signed-out', severity: 'problem', title: 'You are signed out of Stack Exchange' } as const;
const gone = { ...running, accounts: running.accounts.map((account) => ({ ...account, signedIn: false })) };
const told = (part: Partial<RunStatus> = {}) => statusText({ ...running, ...part }, localeOf('en'), NOW);

beforeAll(() => loadLanguages());

describe('the status of a running Askbell', () => {
  it('is told in plain words', () => {
    expect(told().split('\n')).toEqual([
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
    const text = told({ trouble: [offline, unkept] });
    expect(text).toContain('Problem: There is no connection.\nWarning: You will have to sign in again.');
    expect(text).not.toContain('All is well.');
    expect(told({ paused: true })).not.toContain('All is well.');
  });

  it('says how many wait and until when, and once that somebody is signed out', () => {
    const waiting = { count: 12, because: 'busy' as const, until: at(18) };
    expect(told({ waiting })).toMatch(/^Notifications: 12 waiting, next at .*12:18/m);
    const until = at(60);
    const snoozed = told({ snoozedUntil: until, waiting: { ...waiting, because: 'snooze', until } });
    expect(snoozed.match(/1:00|13:00/g)).toHaveLength(1);
    expect(told({ accounts: gone.accounts, trouble: [signedOut] }).match(/signed out/gi)).toHaveLength(1);
  });

  it.each<[string, Partial<RunStatus>, number]>([
    ['a run', {}, 0],
    ['a warning', { trouble: [unkept] }, 0],
    ['a start', { phase: 'starting', accounts: [] }, 0],
    ['nobody signed in', { phase: 'welcome', accounts: [] }, 4],
    ['a lost sign-in beside a problem', { accounts: gone.accounts, trouble: [offline] }, 4],
    ['a problem', { trouble: [offline] }, 5],
  ])('has a code that a script would act on for %s', (_, part, code) =>
    expect(statusExitCode({ ...running, ...part })).toBe(code),
  );
});
