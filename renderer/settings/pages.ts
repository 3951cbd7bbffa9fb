import type { WordKey } from '../../common/i18n/words.ts';

/** The pages of the settings, in the order in which they are listed, each with its name. */
export const PAGE_TITLES = {
  notifications: 'settings.pages.notifications',
  forwarding: 'settings.pages.forwarding',
  window: 'settings.pages.window',
  accounts: 'settings.pages.accounts',
} as const satisfies Record<string, WordKey>;
export type PageName = keyof typeof PAGE_TITLES;

/** The cards that the pages are made of. */
export type SectionName =
  | 'tell'
  | 'reach'
  | 'quiet'
  | 'forwarding'
  | 'look'
  | 'opening'
  | 'posts'
  | 'accounts'
  | 'data'
  | 'trouble';

/** A page, and the card of it that an address leads to. */
export interface Place {
  page: PageName;
  section?: SectionName;
}

export const PAGES = Object.keys(PAGE_TITLES) as PageName[];

/** Where the pages of earlier versions, whose addresses may be kept somewhere, have their rows now. */
const FORMER: Readonly<Record<string, Place>> = {
  quiet: { page: 'notifications', section: 'quiet' },
  appearance: { page: 'window', section: 'look' },
  application: { page: 'window', section: 'opening' },
  data: { page: 'accounts', section: 'data' },
  advanced: { page: 'accounts', section: 'trouble' },
  about: { page: 'accounts' },
};

/** The address of a page. */
export const pagePath = (page: PageName): string => `/settings/${page}`;

/** What an address means; the first page where it names none. */
export function pageOf(location: string): Place {
  const name = location.split('/')[2] ?? '';
  const page = PAGES.find((one) => one === name);
  return page
    ? { page }
    : (Object.entries(FORMER).find(([former]) => former === name)?.[1] ?? { page: 'notifications' });
}
