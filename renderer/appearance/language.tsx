import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react';
import { localeOf, type Locale } from '../../common/i18n/locale.ts';
import { isLoaded, languageFor, LANGUAGES, loadLanguage, type Language, type Words } from '../../common/i18n/words.ts';
import { LANGUAGE_CHOICES } from '../../common/language-choices.ts';

const LocaleContext = createContext<Locale>(localeOf('en'));

/**
 * The language to show: the chosen one, or while its texts are loading the one before, if there was one. English stands
 * in for texts that cannot be loaded.
 */
function useLoadedLanguage(chosen: Language): Language | undefined {
  const [loaded, setLoaded] = useState(isLoaded(chosen) ? chosen : undefined);
  useEffect(() => {
    let isWanted = true;
    void loadLanguage(chosen)
      .then(
        () => chosen,
        () => 'en' as const,
      )
      .then((language) => {
        if (isWanted) setLoaded(language);
      });
    return () => {
      isWanted = false;
    };
  }, [chosen]);
  return isLoaded(chosen) ? chosen : loaded;
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
  // The agent says which languages the system is set to, because notifications and the tray follow it, and the browser
  // of the headless shell may be set to another. The region is the one that the browser names.
  const shown = useLoadedLanguage(language === 'system' ? languageFor(tags.split(' ')) : language);
  const locale = useMemo(
    () =>
      shown &&
      localeOf(
        shown,
        [...navigator.languages, ...tags.split(' ')].find((tag) => tag.toLowerCase().startsWith(shown)),
      ),
    [shown, tags],
  );
  useEffect(() => {
    if (locale) document.documentElement.lang = locale.language;
  }, [locale]);
  return locale && <LocaleContext value={locale}>{children}</LocaleContext>;
}

/** The locale of the window: texts, numbers, dates and ages in its language. */
export const useLocale = (): Locale => use(LocaleContext);

/** The texts of the window's language: `words('common.undo')`. */
export const useWords = (): Words => use(LocaleContext).words;

/** Languages to choose from, each under its own name; first the system's. */
export const languageOptions = (words: Words) =>
  LANGUAGE_CHOICES.map((value) => ({
    value,
    label: value === 'system' ? words('settings.appearance.system') : LANGUAGES[value].name,
  }));
