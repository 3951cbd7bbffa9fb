import type { WordKey } from '../../common/i18n/words.ts';

/** The pages of the settings, in the order in which they are listed, each with its name. */
export const PAGE_TITLES = {
  accounts: 'settings.accounts.title',
  notifications: 'settings.notifications.title',
  quiet: 'settings.quiet.title',
  appearance: 'settings.appearance.title',
  application: 'settings.application.title',
  data: 'settings.pages.data',
  advanced: 'settings.pages.advanced',
  about: 'settings.about.title',
} as const satisfies Record<string, WordKey>;
export type PageName = keyof typeof PAGE_TITLES;

export const PAGES = Object.keys(PAGE_TITLES) as PageName[];

/** The address of the list of pages; beside a page it shows the first one, too. */
export const SETTINGS_PATH = '/settings';

/** The address of a page. */
export const pagePath = (page: PageName): string => `${SETTINGS_PATH}/${page}`;

/** The page that an address means; undefined where it names none. */
export const pageOf = (location: string): PageName | undefined => PAGES.find((page) => location === pagePath(page));
