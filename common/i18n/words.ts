import { createInstance } from 'i18next';
import type { LANGUAGE_CHOICES } from '../language-choices.ts';
import type { agentOnly } from './locales/en/agent-only.ts';
import { en } from './locales/en/index.ts';
import { wholeNumbers } from './formats.ts';

/**
 * The languages that Askbell has texts in: what each calls itself, and its catalogue. English is always there. The
 * others are loaded when they are wanted, so that the window need not bring the texts of every language along.
 */
export const LANGUAGES = {
  en: { name: 'English', catalogue: async () => en },
  de: { name: 'Deutsch', catalogue: async () => (await import('./locales/de/index.ts')).de },
  es: { name: 'Español', catalogue: async () => (await import('./locales/es/index.ts')).es },
} satisfies Record<
  Exclude<(typeof LANGUAGE_CHOICES)[number], 'system'>,
  { name: string; catalogue: () => Promise<Translation<typeof en>> }
>;
export type Language = keyof typeof LANGUAGES;

/** What a catalogue must have to say all that the English one says. Plural forms differ; the tests count them. */
export type Translation<English> = {
  [Key in keyof English as Key extends `${string}_one` ? never : Key]: English[Key] extends string
    ? string
    : Translation<English[Key]>;
};

/** A plural form's key without its form. */
type WithoutPluralForm<Name extends string> = Name extends `${infer Base}_one`
  ? Base
  : Name extends `${infer Base}_other`
    ? Base
    : Name;

/** The keys of a catalogue, such as `common.undo`. The forms of a plural share one key. */
export type KeysOf<Tree> = {
  [Name in keyof Tree & string]: Tree[Name] extends string ? WithoutPluralForm<Name> : `${Name}.${KeysOf<Tree[Name]>}`;
}[keyof Tree & string];

/**
 * A key of the catalogues. A key that no catalogue has does not compile; a test makes sure that the window uses none
 * that only the agent has.
 */
export type WordKey = KeysOf<typeof en & typeof agentOnly>;

/**
 * Takes a key (`common.undo`) and the values for its placeholders; gives the text. The value `count` chooses the plural
 * form. `{{count}}` shows a value as it is, `{{count, number}}` as the language writes numbers. Values are not escaped,
 * because React and the desktop show text as text.
 */
export type Words = (key: WordKey, values?: Values) => string;

/** The first of the wanted languages (`de-AT` means `de`) that Askbell has texts in; English where there is none. */
export function languageFor(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const [language = ''] = tag.toLowerCase().split(/[-_]/);
    if (Object.hasOwn(LANGUAGES, language)) return language as Language;
  }
  return 'en';
}

/** Values for the placeholders of a text. */
type Values = Record<string, string | number | undefined>;

/** The texts of each language that were looked up before. */
const textCaches: Map<string, string>[] = [];

/** How many texts with values are remembered of a language; then they are forgotten, all at once. */
const MAX_FILLED_TEXTS = 2000;
/** How long a text with its values may be to be remembered: a title may be as long as a network likes. */
const MAX_REMEMBERED_LENGTH = 500;

/** Looks all texts up anew: `npm run dev` calls it when a catalogue has changed. */
export function forgetTexts(): void {
  for (const cache of textCaches) cache.clear();
}

/** The texts of one language: a way to look them up, and to add others. */
interface Texts {
  words: (key: string, values?: Values) => string;
  add: (catalogue: object) => void;
}

/** The texts of one catalogue in one language. Whoever calls it knows which keys there are. */
export const createWords = (language: Language, catalogue: object): Texts['words'] =>
  createTexts(language, catalogue).words;

function createTexts(language: Language, catalogue: object): Texts {
  const i18n = createInstance({
    lng: language,
    resources: { [language]: { translation: catalogue } },
    // The catalogues are in memory, so that the texts are there at once.
    initAsync: false,
    interpolation: { escapeValue: false },
  });
  void i18n.init();
  // The formatter of i18next would make an `Intl.NumberFormat` for every number, which takes 50 times as long.
  const number = wholeNumbers(language);
  i18n.services.formatter?.add('number', (value: unknown) =>
    typeof value === 'number' ? number(value) : String(value),
  );
  // i18next would look a text up and take it apart every time, and the tray alone shows thirty of them after each poll.
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
    // `replace` keeps the values apart from the options of i18next, whose names they may bear.
    const text = filledTexts.get(id) ?? i18n.t(key, { replace: values, count: values['count'] as number });
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

/** Adds texts that only some parts need to the loaded languages, and to those that are loaded later. */
export function addTexts(texts: Record<Language, object>): void {
  addedTexts = texts;
  for (const [language, { add }] of loadedTexts) add(texts[language]);
}

/** Whether the texts of a language are there. */
export const isLoaded = (language: Language): boolean => loadedTexts.has(language);

/** Loads the texts of a language, unless they are loaded. */
export async function loadLanguage(language: Language): Promise<void> {
  if (isLoaded(language)) return;
  const catalogue = await LANGUAGES[language].catalogue();
  if (isLoaded(language)) return;
  const texts = createTexts(language, catalogue);
  texts.add(addedTexts[language] ?? {});
  loadedTexts.set(language, texts);
}

/** Loads the texts of every language. The agent does so at its start: the language may change at any time. */
export async function loadLanguages(): Promise<void> {
  await Promise.all((Object.keys(LANGUAGES) as Language[]).map(loadLanguage));
}

/** The texts of a language, which must have been loaded. */
export function wordsIn(language: Language): Words {
  const texts = loadedTexts.get(language);
  if (!texts) throw new Error(`The texts of "${language}" have not been loaded.`);
  return texts.words;
}
