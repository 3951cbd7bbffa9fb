import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { Settings } from '../../../../common/contract/contract.ts';
import { localeOf } from '../../../../common/i18n/locale.ts';
import { LANGUAGES, loadLanguages, type Language } from '../../../../common/i18n/words.ts';
import { changedFacts } from '../../../../renderer/settings/data/setting-facts.ts';
import { DEFAULT_PREFERENCES } from '../../../../electron/store/settings.ts';
import { anyOfSchema } from '../../../support/any-of-schema.ts';

beforeAll(loadLanguages);

const locale = localeOf('en');
const change = (part: Partial<Settings>) =>
  changedFacts(locale, DEFAULT_PREFERENCES, { ...DEFAULT_PREFERENCES, ...part });

describe('a change of settings in words', () => {
  it('is told one by one, as the settings are called', () => {
    expect(
      change({ appearance: 'dark', retention: 90, notify: { ...DEFAULT_PREFERENCES.notify, inbox: false } }),
    ).toEqual([
      { label: 'Notifications: Inbox', before: 'On', after: 'Off' },
      { label: 'Theme', before: 'System', after: 'Dark' },
      { label: 'Keep what you have received', before: 'Forever', after: 'For 90 days' },
    ]);
    expect(change({ proxy: { mode: 'manual', address: 'http://p:1' }, shortcut: 'CommandOrControl+K' })).toEqual([
      { label: 'Window from anywhere', before: 'None', after: 'Ctrl+K' },
      { label: 'Proxy', before: 'System', after: 'http://p:1' },
    ]);
  });

  it('is nothing where nothing changes', () => {
    fc.assert(
      fc.property(anyOfSchema(Settings), (settings) => {
        expect(changedFacts(locale, settings, structuredClone(settings))).toEqual([]);
      }),
    );
  });

  /** Where a setting alone differs by more than words round, its words differ: none is forgotten. */
  it('is told whichever setting it is, in every language', () => {
    const rounded = (settings: Settings): Settings => ({
      ...settings,
      volume: Math.round(settings.volume * 100) / 100,
      zoom: Math.round(settings.zoom * 100) / 100,
      pollingWeights: { inbox: 1, reputation: settings.pollingWeights.reputation < 1 ? 0.5 : 2, watches: 1 },
      // An address counts for one mode only.
      proxy: { ...settings.proxy, address: settings.proxy.mode === 'manual' ? settings.proxy.address : '' },
      quietHours: { ...settings.quietHours, days: [...new Set(settings.quietHours.days)] },
      // A reason is muted or not, in whatever order they stand.
      mutedReasons: [...new Set(settings.mutedReasons)].toSorted(),
    });
    const leaves = (settings: Settings): [path: string, value: unknown][] =>
      Object.entries(settings).flatMap(([name, value]): [string, unknown][] =>
        typeof value === 'object' && !Array.isArray(value)
          ? Object.entries(value).map(([part, one]) => [`${name}.${part}`, one])
          : [[name, value]],
      );
    const tags = (Object.keys(LANGUAGES) as Language[]).map((tag) => localeOf(tag));
    fc.assert(
      fc.property(anyOfSchema(Settings), anyOfSchema(Settings), (one, other) => {
        const [before, after] = [rounded(one), rounded(other)];
        for (const [path, value] of leaves(after)) {
          const [name = '', part] = path.split('.');
          const had = before[name as keyof Settings];
          const changed = { ...before, [name]: part === undefined ? value : { ...(had as object), [part]: value } };
          if (path === 'proxy.address' || path === 'proxy.mode' || isDeepStrictEqual(changed, before)) continue;
          for (const told of tags) expect(changedFacts(told, before, changed), path).not.toEqual([]);
        }
      }),
    );
  });
});
