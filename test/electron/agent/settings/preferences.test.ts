import { expect, it } from 'vitest';
import { ENGLISH } from '../../../../common/i18n/localized-text.ts';
import type { Accounts } from '../../../../electron/agent/accounts/accounts.ts';
import { agentContext } from '../../../support/agent-context.ts';
import { Preferences } from '../../../../electron/agent/settings/preferences.ts';
import { UserFacingError } from '../../../../electron/agent/user-facing-error.ts';
import { type Desktop, StartAtLoginUnsupported } from '../../../../electron/desktop/desktop.ts';
import { DEFAULT_PREFERENCES, SettingsStore } from '../../../../electron/store/settings.ts';

function under(system: Partial<Desktop>, startAtLogin = false) {
  const log: string[] = [];
  const note = (line: string) => void log.push(line);
  const settings = new SettingsStore({ path: '', store: { preferences: { ...DEFAULT_PREFERENCES, startAtLogin } } });
  const desktop = { setShortcut: async () => 'off' as const, ...system };
  const context = agentContext({ settings, log: { info: note, warn: note, error: note }, desktop });
  return { preferences: new Preferences(context, { all: () => [] } as unknown as Accounts), settings, log };
}

it('a change of settings keeps what was changed while the system still answered', async () => {
  const answer = Promise.withResolvers<void>();
  const { preferences, settings } = under({ setProxy: () => answer.promise });
  const proxy = { mode: 'manual', address: 'http://proxy:8080' } as const;
  const slow = preferences.change({ proxy });
  await preferences.change({ language: 'de' });
  answer.resolve();
  expect(await slow).toMatchObject({ proxy, language: 'de' });
  expect(settings.get().preferences).toMatchObject({ proxy, language: 'de' });
});

it('a change of settings that the system refuses is not kept, and those beside it are', async () => {
  const { preferences, settings } = under({ setProxy: () => Promise.reject(new Error('no')) });
  const refused = preferences.change({ proxy: { mode: 'manual', address: 'http://proxy:8080' }, zoom: 1.5 });
  await preferences.change({ language: 'de' });
  await expect(refused).rejects.toThrow(UserFacingError);
  expect(settings.get().preferences).toMatchObject({ ...DEFAULT_PREFERENCES, language: 'de' });
});

it('registers each shortcut for what it opens', async () => {
  const registered: string[] = [];
  const { preferences } = under({
    setShortcut: async (opens, accelerator) => {
      registered.push(`${opens}: ${accelerator}`);
      return 'registered';
    },
  });
  await preferences.change({ shortcut: 'Alt+W' });
  await preferences.change({ panelShortcut: 'Alt+P' });
  expect(registered).toEqual(['window: Alt+W', 'panel: Alt+P']);
});

it('start at login is renewed at a start where it is on, and keeps nothing from starting where it cannot be', async () => {
  let renewals = 0;
  const renewStartAtLogin = async () => void (renewals += 1);
  await under({ renewStartAtLogin }).preferences.start();
  expect(renewals).toBe(0);
  await under({ renewStartAtLogin }, true).preferences.start();
  expect(renewals).toBe(1);
  const { preferences, log } = under({ renewStartAtLogin: () => Promise.reject(new Error('read-only')) }, true);
  await preferences.start();
  expect(log).toEqual(['Start at login could not be renewed: read-only']);
});

it('start at login that cannot be had says what to do instead', async () => {
  const advice = async (why: StartAtLoginUnsupported['why']) => {
    const error = new StartAtLoginUnsupported(why, 'EROFS: read-only file system');
    const { preferences } = under({ setStartAtLogin: () => Promise.reject(error) });
    const refused: unknown = await preferences.change({ startAtLogin: true }).catch((failure: unknown) => failure);
    return refused instanceof UserFacingError ? refused.in(ENGLISH).advice : undefined;
  };
  expect(await advice('system')).toContain('only on Linux');
  expect(await advice('confined')).toContain('package');
  expect(await advice('forbidden')).toContain('systemctl --user enable askbell');
});
