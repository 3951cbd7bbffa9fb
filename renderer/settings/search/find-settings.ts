import type { Words } from '../../../common/i18n/words.ts';
import { matches } from '../../commands/matches.ts';
import { PAGE_TITLES, pagePath, type PageName } from '../pages.ts';
import { SETTING_INDEX } from './setting-index.ts';

/** A setting that was found, in the words of the language in force. */
export interface FoundSetting {
  page: PageName;
  label: string;
  pageTitle: string;
}

/**
 * The settings of this shell that have every typed word in their labels, hints, choices or the name of their page;
 * first those whose label has them all. Pure.
 */
export function findSettings(typed: string, words: Words, inElectron = false): FoundSetting[] {
  if (typed.trim() === '') return [];
  const wanted = typed.trim();
  const entries = SETTING_INDEX.filter(({ inBrowserOnly = false }) => !(inElectron && inBrowserOnly));
  const found = entries
    .map(({ page, label, also = [] }) => ({
      page,
      label: words(label),
      pageTitle: words(PAGE_TITLES[page]),
      also: also.map((key) => words(key)),
    }))
    .filter(({ label, pageTitle, also }) => matches([label, pageTitle, ...also].join(' '), wanted));
  const isFirst = ({ label }: FoundSetting) => matches(label, wanted);
  return [...found.filter(isFirst), ...found.filter((one) => !isFirst(one))];
}

/** Where a setting is: its page's address, and what the history keeps, so that the page shows it. */
export const placeOf = ({ page, label }: Pick<FoundSetting, 'page' | 'label'>) =>
  [pagePath(page), { state: { setting: label } }] as const;
