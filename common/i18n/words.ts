import { createInstance } from 'i18next';
import { de } from './locales/de/index.ts';
import { en } from './locales/en/index.ts';

/** The languages that Askbell has texts in, each with its catalogue. */
export const LANGUAGES = { en, de } as const;
export type Language = keyof typeof LANGUAGES;

/** A plural form's key without its form. */
type WithoutPluralForm<Name extends string> = Name extends `${infer Base}_one`
  ? Base
  : Name extends `${infer Base}_other`
    ? Base
    : Name;

/** The keys of a catalogue, such as `common.undo`. The forms of a plural share one key. */
type KeysOf<Tree> = {
  [Name in keyof Tree & string]: Tree[Name] extends string ? WithoutPluralForm<Name> : `${Name}.${KeysOf<Tree[Name]>}`;
}[keyof Tree & string];

/** A key of the catalogues. A key that no catalogue has does not compile. */
export type WordKey = KeysOf<typeof en>;

/**
 * Takes a key (`common.undo`) and the values for its placeholders; gives the text. The value `count` chooses the plural
 * form. `{{count}}` shows a value as it is, `{{count, number}}` as the language writes numbers. Values are not escaped,
 * because React and the desktop show text as text.
 */
export type Words = (key: WordKey, values?: Record<string, string | number | undefined>) => string;

/** The first of the wanted languages (`de-AT` means `de`) that Askbell has texts in; English where there is none. */
export function languageFor(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const [language = ''] = tag.toLowerCase().split(/[-_]/);
    if (Object.hasOwn(LANGUAGES, language)) return language as Language;
  }
  return 'en';
}

function createWords(language: Language): Words {
  const i18n = createInstance({
    lng: language,
    resources: { [language]: { translation: LANGUAGES[language] } },
    // The catalogues are in memory, so that the texts are there at once.
    initAsync: false,
    interpolation: { escapeValue: false },
  });
  void i18n.init();
  // The formatter of i18next would make an `Intl.NumberFormat` for every number, which takes 50 times as long.
  const numbers = new Intl.NumberFormat(language);
  i18n.services.formatter?.add('number', (value: unknown) =>
    typeof value === 'number' ? numbers.format(value) : String(value),
  );
  // `replace` keeps the values apart from the options of i18next, whose names they may bear.
  return (key, values = {}) => i18n.t(key, { replace: values, count: values['count'] as number });
}

const WORDS_BY_LANGUAGE: Record<Language, Words> = { en: createWords('en'), de: createWords('de') };

/** The texts of a language. */
export function wordsIn(language: Language): Words {
  return WORDS_BY_LANGUAGE[language];
}
