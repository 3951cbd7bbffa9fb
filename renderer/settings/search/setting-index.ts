import { TARGET_KINDS } from '../../../common/forwarding.ts';
import type { WordKey } from '../../../common/i18n/words.ts';
import { GROUP_NAMES, GROUPS } from '../notifications/groups.ts';
import type { PageName } from '../pages.ts';

/** A setting as the search and the palette know it. */
export interface SettingEntry {
  page: PageName;
  /** What is written at it; the same text leads to it on its page. */
  label: WordKey;
  /** Other words that it is found by: its hint, what it offers. */
  also?: readonly WordKey[];
  /** Whether only the window in a browser has it. */
  inBrowserOnly?: boolean;
}

const on = (page: PageName, entries: readonly (WordKey | [WordKey, ...WordKey[]])[]): SettingEntry[] =>
  entries.map((entry) => {
    if (typeof entry === 'string') return { page, label: entry };
    const [label, ...also] = entry;
    return { page, label, also };
  });

/** Everything that can be set or done in the settings, page by page. A test compares it with what the pages show. */
export const SETTING_INDEX: readonly SettingEntry[] = [
  ...on('notifications', [
    'settings.notifications.test',
    ...GROUP_NAMES.map((name): [WordKey, ...WordKey[]] => [
      `settings.notifications.groups.${name}`,
      `settings.notifications.groups.${name}Hint`,
      ...GROUPS[name].reasons.map((reason) => `settings.notifications.reasons.${reason}` as const),
    ]),
    ['settings.notifications.limit', 'settings.notifications.limitHint'],
    [
      'watches.alerts.sound',
      'settings.notifications.sounds.bell',
      'settings.notifications.sounds.chime',
      'settings.notifications.sounds.knock',
      'settings.notifications.sounds.none',
    ],
    'settings.notifications.volume',
    ['settings.ownSound.choose', 'settings.ownSound.hint'],
    ['settings.quiet.title', 'settings.quiet.keepHint', 'settings.headings.quiet', 'settings.quiet.letThrough'],
    ['common.sites', 'settings.sitesAbout'],
  ]),
  ...on('forwarding', [
    [
      'settings.forwarding.add',
      'settings.headings.forwarding',
      'settings.forwarding.about',
      ...TARGET_KINDS.map((kind) => `settings.forwarding.kinds.${kind}` as const),
    ],
  ]),
  ...on('window', [
    [
      'settings.appearance.legend',
      'settings.appearance.light',
      'settings.appearance.dark',
      'settings.appearance.contrast',
    ],
    ['settings.appearance.density', 'settings.appearance.comfortable', 'settings.appearance.compact'],
    'settings.appearance.zoom',
    'settings.language.label',
    ['settings.application.login', 'settings.application.loginHint'],
    ['settings.application.shortcut', 'settings.application.shortcutRecord'],
    ['settings.application.panelShortcut', 'settings.application.shortcutRecord'],
    ['settings.application.singleKeys', 'settings.application.singleKeysHint'],
    ['settings.appearance.images', 'settings.appearance.imagesHint'],
  ]),
  {
    page: 'window',
    label: 'settings.application.browsers',
    also: ['settings.application.otherBrowsers', 'settings.application.browsersHint'],
    inBrowserOnly: true,
  },
  ...on('accounts', [
    'settings.accounts.add',
    ['settings.accounts.signOut', 'settings.accounts.list'],
    ['settings.accounts.changeKey', 'settings.accounts.keyAbout'],
    ['settings.accounts.achievements', 'settings.accounts.achievementsHint'],
    ['settings.data.retention', 'settings.data.retentionHint'],
    ['settings.data.move', 'settings.data.about', 'settings.data.export', 'settings.data.import'],
    'settings.data.export',
    'settings.data.import',
    ['settings.diagnostics.startOver', 'settings.diagnostics.startOverHint'],
    ['settings.diagnostics.resetSettings', 'settings.diagnostics.resetSettingsAsk'],
    ['settings.diagnostics.resetHistory', 'settings.diagnostics.resetHistoryAsk'],
    ['settings.diagnostics.check', 'settings.diagnostics.checkHint', 'settings.polling.plan'],
    ['settings.diagnostics.make', 'settings.diagnostics.about'],
    'settings.diagnostics.logs',
    ['settings.application.proxy', 'settings.application.proxyAddress'],
    ['settings.application.updates', 'settings.application.updatesHint', 'settings.aboutTitle'],
  ]),
];
