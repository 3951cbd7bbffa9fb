import type { WordKey } from '../../../common/i18n/words.ts';
import { INBOX_REASONS, REPUTATION_REASONS } from '../../../common/notification-reasons.ts';
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
  ...on('accounts', [
    'settings.accounts.add',
    ['settings.accounts.signOut', 'settings.accounts.list'],
    ['settings.accounts.changeKey', 'settings.accounts.keyAbout'],
  ]),
  ...on('notifications', [
    [
      'settings.notifications.inbox',
      'settings.notifications.inboxHint',
      ...INBOX_REASONS.map((reason) => `settings.notifications.reasons.${reason}` as const),
    ],
    [
      'settings.notifications.reputation',
      'settings.notifications.reputationHint',
      ...REPUTATION_REASONS.map((reason) => `settings.notifications.reasons.${reason}` as const),
    ],
    ['settings.notifications.questions', 'settings.notifications.questionsHint'],
    ['settings.notifications.badges', 'settings.notifications.badgesHint'],
    ['settings.notifications.achievements', 'settings.notifications.achievementsHint'],
    ['settings.notifications.limit', 'settings.notifications.limitHint'],
    ['settings.notifications.test', 'settings.notifications.browser.ask'],
    [
      'settings.notifications.sound',
      'settings.notifications.sounds.bell',
      'settings.notifications.sounds.chime',
      'settings.notifications.sounds.knock',
      'settings.notifications.sounds.none',
    ],
    'settings.notifications.volume',
    ['settings.ownSound.choose', 'settings.ownSound.hint'],
    ['settings.sites.title', 'settings.sites.about'],
  ]),
  ...on('quiet', [
    ['settings.quiet.keep', 'settings.quiet.keepHint'],
    ['settings.quiet.respect', 'settings.quiet.respectHint'],
  ]),
  ...on('appearance', [
    [
      'settings.appearance.legend',
      'settings.appearance.light',
      'settings.appearance.dark',
      'settings.appearance.contrast',
    ],
    ['settings.appearance.density', 'settings.appearance.comfortable', 'settings.appearance.compact'],
    'settings.appearance.zoom',
    'settings.language.label',
    ['settings.appearance.images', 'settings.appearance.imagesHint'],
  ]),
  ...on('application', [
    ['settings.application.login', 'settings.application.loginHint'],
    ['settings.application.updates', 'settings.application.updatesHint'],
    ['settings.application.shortcut', 'settings.application.shortcutRecord'],
    ['settings.application.panelShortcut', 'settings.application.shortcutRecord'],
    ['settings.application.singleKeys', 'settings.application.singleKeysHint'],
    ['settings.application.proxy', 'settings.application.proxyAddress'],
  ]),
  {
    page: 'application',
    label: 'settings.application.browsers',
    also: ['settings.application.browsersHint'],
    inBrowserOnly: true,
  },
  ...on('data', [
    ['settings.data.export', 'settings.data.about'],
    ['settings.data.import', 'settings.data.about'],
    ['settings.data.retention', 'settings.data.retentionHint'],
    ['settings.diagnostics.make', 'settings.diagnostics.about'],
    'settings.diagnostics.check',
    'settings.diagnostics.logs',
    ['settings.diagnostics.resetSettings', 'settings.diagnostics.resetSettingsAsk'],
    ['settings.diagnostics.resetHistory', 'settings.diagnostics.resetHistoryAsk'],
  ]),
  ...on('advanced', [
    ['settings.polling.plan', 'settings.polling.title', 'settings.polling.left'],
    ['settings.polling.push', 'settings.polling.pushHint'],
    [
      'settings.polling.weights',
      'settings.polling.weightsAbout',
      'settings.polling.weightOf.inbox',
      'settings.polling.weightOf.reputation',
      'settings.polling.weightOf.watches',
    ],
  ]),
];
