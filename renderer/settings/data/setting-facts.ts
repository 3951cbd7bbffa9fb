import type { Settings } from '../../../common/contract/contract.ts';
import type { Locale } from '../../../common/i18n/locale.ts';
import { REASONS_OF } from '../../../common/notification-reasons.ts';
import { LANGUAGES, type WordKey } from '../../../common/i18n/words.ts';
import { weightWords } from './polling-words.ts';

/** One thing that is set, in words: what it is called, and what it is set to. */
export interface SettingFact {
  label: string;
  value: string;
}

/** A setting that differs, in words. */
export interface ChangedFact {
  label: string;
  before: string;
  after: string;
}

type Facts = (settings: Settings) => SettingFact[];

/** What each setting says, by its name: a setting without words does not compile. Pure. */
function factsByName(locale: Locale, siteName: (id: string) => string): Record<keyof Settings, Facts> {
  const { words, percent, list, weekday } = locale;
  const onOff = (on: boolean) => words(on ? 'settings.transfer.on' : 'settings.transfer.off');
  const one = (label: WordKey, value: (settings: Settings) => string): Facts => {
    return (settings) => [{ label: words(label), value: value(settings) }];
  };
  const part = (title: WordKey, label: WordKey) => `${words(title)}: ${words(label)}`;
  const chosen = (key: WordKey) => words(key);
  const keys = (shortcut: string) =>
    shortcut === ''
      ? words('settings.application.shortcutNone')
      : shortcut.replace('CommandOrControl', words('shortcuts.keys.mod'));
  return {
    language: one('settings.language.label', ({ language }) =>
      language === 'system' ? words('settings.language.system') : LANGUAGES[language].name,
    ),
    notify: ({ notify }) =>
      (['inbox', 'reputation', 'questions', 'badges'] as const).map((kind) => ({
        label: part('settings.notifications.title', `settings.notifications.${kind}`),
        value: onOff(notify[kind]),
      })),
    mutedReasons: ({ mutedReasons }) =>
      (['inbox', 'reputation'] as const).flatMap((kind) =>
        REASONS_OF[kind].map((reason) => ({
          label: part(`settings.notifications.${kind}`, `settings.notifications.reasons.${reason}`),
          value: onOff(!mutedReasons.includes(reason)),
        })),
      ),
    notificationLimit: one('settings.notifications.limit', ({ notificationLimit }) =>
      notificationLimit === 'none'
        ? words('settings.notifications.noLimit')
        : words('settings.notifications.limitOf', { count: notificationLimit }),
    ),
    achievements: one('settings.notifications.achievements', ({ achievements }) => onOff(achievements)),
    sound: one('settings.notifications.sound', ({ sound }) => chosen(`settings.notifications.sounds.${sound}`)),
    volume: one('settings.notifications.volume', ({ volume }) => percent(volume)),
    mutedSites: one('settings.transfer.mutedSites', ({ mutedSites }) =>
      mutedSites.length === 0 ? words('settings.transfer.none') : list(mutedSites.map(siteName)),
    ),
    quietHours: ({ quietHours: { on, from, to, days } }) => [
      { label: words('settings.quiet.title'), value: onOff(on) },
      { label: part('settings.quiet.title', 'settings.transfer.hours'), value: `${from}–${to}` },
      {
        label: part('settings.quiet.title', 'settings.transfer.days'),
        value: days.length === 0 ? words('settings.transfer.none') : list(days.map((day) => weekday(day, 'short'))),
      },
    ],
    respectDoNotDisturb: one('settings.quiet.respect', (settings) => onOff(settings.respectDoNotDisturb)),
    appearance: one('settings.appearance.legend', ({ appearance }) => chosen(`settings.appearance.${appearance}`)),
    density: one('settings.appearance.density', ({ density }) => chosen(`settings.appearance.${density}`)),
    zoom: one('settings.appearance.zoom', ({ zoom }) => percent(zoom)),
    startAtLogin: one('settings.application.login', ({ startAtLogin }) => onOff(startAtLogin)),
    checkForUpdates: one('settings.application.updates', ({ checkForUpdates }) => onOff(checkForUpdates)),
    shortcut: one('settings.application.shortcut', ({ shortcut }) => keys(shortcut)),
    panelShortcut: one('settings.application.panelShortcut', ({ panelShortcut }) => keys(panelShortcut)),
    panelPinned: one('panel.pin', ({ panelPinned }) => onOff(panelPinned)),
    singleKeys: one('settings.application.singleKeys', ({ singleKeys }) => onOff(singleKeys)),
    proxy: one('settings.application.proxy', ({ proxy: { mode, address } }) =>
      mode === 'manual' ? address : words(`settings.application.proxyModes.${mode}`),
    ),
    push: one('settings.polling.push', ({ push }) => onOff(push)),
    pollingWeights: ({ pollingWeights }) =>
      (['inbox', 'reputation', 'watches'] as const).map((what) => ({
        label: part('settings.polling.weights', `settings.polling.weightOf.${what}`),
        value: weightWords(words, pollingWeights[what]),
      })),
    retention: one('settings.data.retention', ({ retention }) =>
      retention === 'forever' ? words('settings.data.forever') : words('settings.data.days', { count: retention }),
    ),
    remoteImages: one('settings.appearance.images', ({ remoteImages }) =>
      chosen(`settings.appearance.image.${remoteImages}`),
    ),
  };
}

/** What differs between two states of the settings, in the words of the language. Pure. */
export function changedFacts(
  locale: Locale,
  before: Settings,
  after: Settings,
  siteName: (id: string) => string = (id) => id,
): ChangedFact[] {
  return Object.values(factsByName(locale, siteName)).flatMap((facts) => {
    const then = new Map(facts(after).map(({ label, value }) => [label, value]));
    return facts(before).flatMap(({ label, value }) => {
      const other = then.get(label);
      return other === undefined || other === value ? [] : [{ label, before: value, after: other }];
    });
  });
}
