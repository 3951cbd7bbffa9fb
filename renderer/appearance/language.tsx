import { createContext, use, useEffect, useMemo, type ReactNode } from 'react';
import { speechIn, type Speech } from '../../common/i18n/locale.ts';
import { languageFor, type Language, type Words } from '../../common/i18n/words.ts';

const SpeechContext = createContext<Speech>(speechIn('en'));

/**
 * The language chosen, as it is spoken where the browser says the person is. What the system is set to is the agent's
 * to say: notifications and the tray speak that, and the browser of the headless shell may be set to another.
 */
function resolveSpeech(language: 'system' | Language, system: readonly string[]): Speech {
  const spoken = language === 'system' ? languageFor(system) : language;
  return speechIn(
    spoken,
    [...navigator.languages, ...system].find((tag) => tag.toLowerCase().startsWith(spoken)),
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
  const speech = useMemo(() => resolveSpeech(language, tags.split(' ')), [language, tags]);
  useEffect(() => {
    document.documentElement.lang = speech.language;
  }, [speech]);
  return <SpeechContext value={speech}>{children}</SpeechContext>;
}

/** The language that is spoken, with its words, numbers, dates and ages. */
export const useSpeech = (): Speech => use(SpeechContext);

/** The words of the language that is spoken: `words('common.undo')`. */
export const useWords = (): Words => use(SpeechContext).words;
