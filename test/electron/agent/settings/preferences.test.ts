import { describe, expect, it } from 'vitest';
import { preferredLocale } from '../../../../common/i18n/localized-text.ts';
import { SystemSettings } from '../../../../electron/agent/settings/preferences.ts';
import { StartAtLoginUnsupported, type Desktop } from '../../../../electron/desktop/desktop.ts';
import { SettingsStore, type Preferences } from '../../../../electron/store/settings.ts';

const { preferences } = new SettingsStore({ path: '', store: {} }).get();
const on: Preferences = { ...preferences, startAtLogin: true };

function systemSettings(login: Pick<Partial<Desktop>, 'setStartAtLogin' | 'renewStartAtLogin'>) {
  const log: string[] = [];
  const note = (line: string) => void log.push(line);
  const desktop = { setShortcut: () => Promise.resolve('off'), ...login } as unknown as Desktop;
  const { words } = preferredLocale('en', ['en']);
  const system = new SystemSettings({ desktop, log: { info: note, warn: note, error: note }, words: () => words });
  return { system, log };
}

describe('start at login', () => {
  it('is renewed at a start where it is on, and only there', async () => {
    let renewals = 0;
    const { system } = systemSettings({ renewStartAtLogin: () => Promise.resolve(void (renewals += 1)) });
    await system.start(preferences);
    expect(renewals).toBe(0);
    await system.start(on);
    expect(renewals).toBe(1);
  });

  it('that cannot be renewed keeps nothing from starting', async () => {
    const { system, log } = systemSettings({ renewStartAtLogin: () => Promise.reject(new Error('read-only')) });
    await system.start(on);
    expect(log).toEqual(['Start at login could not be renewed: read-only']);
  });

  it('that cannot be had says what to do instead', async () => {
    const advice = async (why: StartAtLoginUnsupported['why']) => {
      const error = new StartAtLoginUnsupported(why, 'EROFS: read-only file system');
      const { system } = systemSettings({ setStartAtLogin: () => Promise.reject(error) });
      return system.change(preferences, on).catch((failure: { advice: string }) => failure.advice);
    };
    expect(await advice('system')).toContain('only on Linux');
    expect(await advice('confined')).toContain('package');
    expect(await advice('forbidden')).toContain('systemctl --user enable askbell');
  });
});
