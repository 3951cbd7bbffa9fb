import { createContext, use, useEffect, useMemo, type ReactNode } from 'react';
import { localeOf, type Locale } from '../../common/i18n/locale.ts';
import { languageFor, type Language, type Words } from '../../common/i18n/words.ts';

const LocaleContext = createContext<Locale>(localeOf('en'));

/**
 * The locale of the chosen language, with the region that the browser names. The agent says which languages the system
 * is set to, because notifications and the tray follow it, and the browser of the headless shell may be set to another.
 */
function resolveLocale(language: 'system' | Language, system: readonly string[]): Locale {
  const resolved = language === 'system' ? languageFor(system) : language;
  return localeOf(
    resolved,
    [...navigator.languages, ...system].find((tag) => tag.toLowerCase().startsWith(resolved)),
  );
}

/**
 * Gives everything inside the chosen language. `system`: the languages that the system is set to, as far as the agent
 * has told.
 */
export function LanguageProvider({
  language,
  system,
  children,
}: {
  language: 'system' | Language;
  system: readonly string[] | undefined;
  children: ReactNode;
}) {
  // The list comes anew with every state of the agent.
  const tags = (system ?? navigator.languages).join(' ');
  const locale = useMemo(() => resolveLocale(language, tags.split(' ')), [language, tags]);
  useEffect(() => {
    document.documentElement.lang = locale.language;
  }, [locale]);
  return <LocaleContext value={locale}>{children}</LocaleContext>;
}

/** The locale of the window: texts, numbers, dates and ages in its language. */
export const useLocale = (): Locale => use(LocaleContext);

/** The texts of the window's language: `words('common.undo')`. */
export const useWords = (): Words => use(LocaleContext).words;
