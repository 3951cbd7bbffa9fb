import { createInstance } from 'i18next';
import type { LANGUAGE_CHOICES } from '../language-choices.ts';
import type * as agentOnly from './locales/en/agent-only.ts';
import * as en from './locales/en/index.ts';
import { onDemand, wholeNumbers } from './formats.ts';

/**
 * Supported languages with their own names and catalogues. English is always loaded; the others are loaded on demand,
 * so that the window does not contain the texts of every language.
 */
export const LANGUAGES = {
  en: { name: 'English', catalogue: async () => en },
  de: { name: 'Deutsch', catalogue: () => import('./locales/de/index.ts') },
  es: { name: 'Español', catalogue: () => import('./locales/es/index.ts') },
} satisfies Record<
  Exclude<(typeof LANGUAGE_CHOICES)[number], 'system'>,
  { name: string; catalogue: () => Promise<Translation<typeof en>> }
>;
export type Language = keyof typeof LANGUAGES;

/** Shape of a catalogue that translates the English one. */
export type Translation<English> = {
  [Key in keyof English]: English[Key] extends string ? string : Translation<English[Key]>;
};

/** Keys of a catalogue, such as `common.undo`. */
type KeysOf<Tree> = {
  [Name in keyof Tree & string]: Tree[Name] extends string ? Name : `${Name}.${KeysOf<Tree[Name]>}`;
}[keyof Tree & string];

/** Key of the catalogues. Unknown keys do not compile; a test ensures that the window uses no agent-only keys. */
export type WordKey = KeysOf<typeof en & typeof agentOnly>;

/**
 * Function that returns the text for a key (`common.undo`), with its placeholders filled. `{{count}}` inserts a value
 * unchanged, `{{count, number}}` formats it as a number, and `{{count, plural(one: # hour; other: # hours)}}` inserts
 * the form of its category in `Intl.PluralRules`, with the number for `#`. Values are not escaped, because React and
 * the desktop show text as text.
 */
export type Words = (key: WordKey, values?: Values) => string;

/** Returns the first supported language of the preferred ones (`de-AT` means `de`), or English. */
export function languageFor(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const [language = ''] = tag.toLowerCase().split(/[-_]/);
    if (Object.hasOwn(LANGUAGES, language)) return language as Language;
  }
  return 'en';
}

/** Values for the placeholders of a text. */
type Values = Record<string, string | number | undefined>;

/** Cached texts of each language. */
const textCaches: Map<string, string>[] = [];

/** Maximum number of cached texts with values per language; the cache is then cleared. */
const MAX_FILLED_TEXTS = 2000;
/** Maximum length of a cached text with its key and values, since titles from a network can be long. */
const MAX_REMEMBERED_LENGTH = 500;

/** Clears the text caches; `npm run dev` calls it after a catalogue changed. */
export function forgetTexts(): void {
  for (const cache of textCaches) cache.clear();
}

/** Texts of one language: lookup and extension. */
interface Texts {
  words: (key: string, values?: Values) => string;
  add: (catalogue: object) => void;
}

/** Returns the texts of one catalogue in one language. Keys are not checked. */
export const createWords = (language: Language, catalogue: object): Texts['words'] =>
  createTexts(language, catalogue).words;

function createTexts(language: Language, catalogue: object): Texts {
  const i18n = createInstance({
    lng: language,
    resources: { [language]: { translation: { ...catalogue } } },
    // The catalogues are in memory, so texts are available synchronously.
    initAsync: false,
    interpolation: { escapeValue: false },
  });
  void i18n.init();
  // The formatter of i18next would create an `Intl.NumberFormat` for every number, which takes 50 times as long.
  const number = wholeNumbers(language);
  const written = (value: unknown) => (typeof value === 'number' ? number(value) : String(value));
  const rules = onDemand(() => new Intl.PluralRules(language));
  i18n.services.formatter?.add('number', written);
  i18n.services.formatter?.add('plural', (value: unknown, _, forms: Record<string, string>) =>
    (forms[rules().select(Number(value))] ?? forms['other']!).replace('#', written(value)),
  );
  // i18next would look up and parse a text every time, and the tray alone shows thirty of them after each poll.
  const plainTexts = new Map<string, string>();
  const filledTexts = new Map<string, string>();
  textCaches.push(plainTexts, filledTexts);
  const plainText = (key: string): string => {
    const text = plainTexts.get(key) ?? i18n.t(key);
    plainTexts.set(key, text);
    return text;
  };
  const filledText = (key: string, values: Values): string => {
    const id = key + JSON.stringify(values);
    // `replace` keeps the values apart from the options of i18next, which may have the same names.
    const text = filledTexts.get(id) ?? i18n.t(key, { replace: values });
    if (id.length + text.length > MAX_REMEMBERED_LENGTH) return text;
    if (filledTexts.size >= MAX_FILLED_TEXTS) filledTexts.clear();
    filledTexts.set(id, text);
    return text;
  };
  return {
    words: (key, values) => (values === undefined ? plainText(key) : filledText(key, values)),
    add: (more) => void i18n.addResourceBundle(language, 'translation', more, true),
  };
}

const loadedTexts = new Map<Language, Texts>([['en', createTexts('en', en)]]);
let addedTexts: Partial<Record<Language, object>> = {};

/** Adds texts to the loaded languages and to those loaded later. */
export function addTexts(texts: Record<Language, object>): void {
  addedTexts = texts;
  for (const [language, { add }] of loadedTexts) add(texts[language]);
}

/** Whether the texts of a language are loaded. */
export const isLoaded = (language: Language): boolean => loadedTexts.has(language);

/** Loads the texts of a language, unless they are loaded already. */
export async function loadLanguage(language: Language): Promise<void> {
  if (isLoaded(language)) return;
  const catalogue = await LANGUAGES[language].catalogue();
  if (isLoaded(language)) return;
  const texts = createTexts(language, catalogue);
  texts.add(addedTexts[language] ?? {});
  loadedTexts.set(language, texts);
}

/** Loads the texts of every language. The agent does so at its start, because the language may change at any time. */
export async function loadLanguages(): Promise<void> {
  await Promise.all((Object.keys(LANGUAGES) as Language[]).map(loadLanguage));
}

/**
 * Returns the texts of a language.
 * @throws Error if they have not been loaded
 */
export function wordsIn(language: Language): Words {
  const texts = loadedTexts.get(language);
  if (!texts) throw new Error(`The texts of "${language}" have not been loaded.`);
  return texts.words;
}
