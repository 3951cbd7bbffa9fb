import { de } from './de/index.ts';
import { en } from './en/index.ts';

/** The languages Askbell speaks. */
export const languages = { en, de } as const;
export type Language = keyof typeof languages;

/** A plural form's key without its form. */
type Counted<Name extends string> = Name extends `${infer Base}_one`
  ? Base
  : Name extends `${infer Base}_other`
    ? Base
    : Name;

/** The keys of a catalogue: `common.undo`. Plural forms go by the name that they share. */
type KeysOf<Tree> = {
  [Name in keyof Tree & string]: Tree[Name] extends string ? Counted<Name> : `${Name}.${KeysOf<Tree[Name]>}`;
}[keyof Tree & string];

export type WordKey = KeysOf<typeof en>;

/**
 * Takes a key (`common.undo`) and what to put in; gives the words. `count` chooses the plural form. What is put in is
 * not escaped: React and the desktop show text as text.
 */
export type Words = (key: WordKey, put?: Record<string, string | number | undefined>) => string;

/** The first of the wanted languages (`de-AT` means `de`) that there are words in; English where there is none. */
export function languageFor(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const [language = ''] = tag.toLowerCase().split(/[-_]/);
    if (Object.hasOwn(languages, language)) return language as Language;
  }
  return 'en';
}

interface Tree {
  [name: string]: string | Tree;
}

/** Every string by its whole key. */
function flat(tree: Tree, path = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([name, value]) =>
      typeof value === 'string' ? [[`${path}${name}`, value] as const] : [...flat(value, `${path}${name}.`)],
    ),
  );
}

function speak(language: Language): Words {
  const catalogue = flat(languages[language]);
  const plurals = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  return (key, put = {}) => {
    const { count } = put;
    const text =
      (typeof count === 'number' ? catalogue.get(`${key}_${plurals.select(count)}`) : undefined) ??
      catalogue.get(key) ??
      catalogue.get(`${key}_other`) ??
      key;
    // `{{count}}` is put in as it is, `{{count, number}}` as the language writes numbers.
    return text.replaceAll(/\{\{(\w+)(, number)?\}\}/g, (_whole, name: string, asNumber?: string) => {
      const value = put[name];
      return asNumber !== undefined && typeof value === 'number' ? numbers.format(value) : String(value ?? '');
    });
  };
}

const made = new Map<Language, Words>();

/** The words of a language. */
export function wordsIn(language: Language): Words {
  const words = made.get(language) ?? speak(language);
  made.set(language, words);
  return words;
}
