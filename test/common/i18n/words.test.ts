import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { localize, preferredLocale, AGENT_CATALOGUES } from '../../../common/i18n/localized-text.ts';
import { localeOf } from '../../../common/i18n/locale.ts';
import { languageFor, LANGUAGES, wordsIn, type Language } from '../../../common/i18n/words.ts';

type Tree = { [key: string]: string | Tree };

/** Every key with its words: `common.undo` and so on. */
function flat(tree: Tree, path = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string' ? [[`${path}${key}`, value] as const] : [...flat(value, `${path}${key}.`)],
    ),
  );
}

const CATALOGUES = Object.fromEntries(
  await Promise.all(
    Object.entries(LANGUAGES).map(async ([language, { catalogue }]) => [
      language,
      new Map([...flat(await catalogue()), ...flat(AGENT_CATALOGUES[language as Language])]),
    ]),
  ),
) as Record<Language, Map<string, string>>;
const { en } = CATALOGUES;
const others = (Object.keys(LANGUAGES) as Language[]).filter((language) => language !== 'en');
const BOTH = /^one: [^;]+(; \w+: [^;]+)*; other: [^;]+$/;
const PLURAL = /plural\((.*?)\)\}\}/g;
/** Placeholders of a text, and whether it has the columns of a table's head. */
const placeholders = (text: string) => [
  ...new Set([...text.matchAll(/\{\{\s*([\w]+)[^}]*\}\}|\|/g)].map(([bar, name = bar]) => name).toSorted()),
];

/** Asks of somebody who is not "tú", where it begins a part of a sentence. */
const SPANISH_USTED = [
  ...['abra', 'borre', 'busque', 'cambie', 'cierre', 'compruebe', 'copie', 'deje', 'elija', 'elimine', 'escriba'],
  ...['espere', 'guarde', 'haga', 'inicie', 'instale', 'intente', 'introduzca', 'libere', 'mire', 'permita', 'pruebe'],
  ...['pulse', 'quite', 'reinicie', 'revise', 'use', 'vuelva'],
];

/**
 * What the sources ask for: whole keys wherever they stand, those that are asked for on the spot, and keys with
 * something put in (`a.${b}.c`) as patterns.
 */
function asked(where = '{renderer,electron,common}'): { keys: Set<string>; called: Set<string>; patterns: RegExp[] } {
  const keys = new Set<string>();
  const called = new Set<string>();
  const patterns: RegExp[] = [];
  const roots = [...new Set([...en.keys()].map((key) => key.split('.')[0]))].join('|');
  for (const file of globSync(`${where}/**/*.{ts,tsx}`, { exclude: ['common/i18n/locales/**'] })) {
    const text = readFileSync(file, 'utf8');
    for (const [, key] of text.matchAll(/\b(?:words|say)\(\s*'(\w+\.[\w.-]+)'/g)) called.add(key!);
    for (const [, key] of text.matchAll(new RegExp(`'((?:${roots})(?:\\.[\\w-]+)+)'`, 'g'))) keys.add(key!);
    for (const [, key] of text.matchAll(new RegExp('`((?:' + roots + ')\\.(?:[\\w.-]|\\$\\{[^`]*?\\})+)`', 'g')))
      if (key!.includes('${') && !key!.endsWith('.json'))
        patterns.push(
          new RegExp(`^${key!.replaceAll('.', '\\.').replaceAll(/\$\{(?:[^{}]|\{[^}]*\})*\}/g, '[\\w.-]+')}$`),
        );
  }
  return { keys, called, patterns };
}

describe('the catalogue', () => {
  it.each(others)('says in %s everything that it says in English, and nothing else', (language) => {
    expect([...CATALOGUES[language].keys()].toSorted()).toEqual([...en.keys()].toSorted());
  });

  it('has a form for one and for others wherever it counts', () => {
    const counting = Object.values(CATALOGUES).flatMap((texts) => [...texts]);
    for (const [key, text] of counting)
      for (const [, forms] of text.matchAll(PLURAL)) expect([key, forms]).toEqual([key, expect.stringMatching(BOTH)]);
    expect(counting.filter(([, text]) => text.search(PLURAL) >= 0).length).toBeGreaterThan(100);
  });

  it.each(others)('puts the same things in, in %s as in English', (language) => {
    for (const [key, text] of CATALOGUES[language])
      expect([key, placeholders(text)]).toEqual([key, placeholders(en.get(key)!)]);
  });

  it.each([
    // A sentence may begin with the "Sie" that is no person.
    ['de', /(?<!^|[.!?] |„)\b(Sie|Ihnen|Ihr|Ihre[mnrs]?)\b|\p{L}+en Sie\b/u],
    ['es', new RegExp(`\\busted(es)?\\b|(?<=^|[.:;,¿¡«] )(${SPANISH_USTED.join('|')})\\b`, 'iu')],
  ] as const)('says du or tú to everybody, in %s', (language, formal) => {
    expect([...CATALOGUES[language]].filter(([, text]) => formal.test(text)).map(([key]) => key)).toEqual([]);
  });

  it('has words for all that is asked for', () => {
    const known = new Set(en.keys());
    const { called, patterns } = asked();
    expect([...called].filter((key) => !known.has(key))).toEqual([]);
    expect(patterns.filter((pattern) => ![...known].some((key) => pattern.test(key))).map(String)).toEqual([]);
  });

  it('has the window ask for none of the texts that it comes without', () => {
    const { keys, patterns } = asked('renderer');
    const missing = [...flat(AGENT_CATALOGUES.en).keys()];
    expect(missing.filter((key) => keys.has(key) || patterns.some((pattern) => pattern.test(key)))).toEqual([]);
    const files = globSync('renderer/**/*.{ts,tsx}').filter((file) =>
      /(?:localized|agent)-text/.test(readFileSync(file, 'utf8')),
    );
    expect(files).toEqual([]);
  });

  it('holds nothing that nobody asks for', () => {
    const { keys, patterns } = asked();
    expect([...en.keys()].filter((key) => !keys.has(key) && !patterns.some((pattern) => pattern.test(key)))).toEqual(
      [],
    );
  });

  it('leaves no gap where something is put in, whatever the number', () => {
    for (const language of Object.keys(LANGUAGES) as Language[]) {
      const words = wordsIn(language) as unknown as (key: string, put: Record<string, unknown>) => string;
      for (const [key, text] of CATALOGUES[language]) {
        const put = Object.fromEntries(placeholders(text).map((name) => [name, 'X']));
        for (const count of [0, 1, 2, 1234])
          expect(words(key, { ...put, count })).not.toMatch(/\{\{|plural|undefined|^[\w]+(\.\w+)+$/);
      }
    }
  });
});

it('words: puts values in as they are, whatever they contain', () => {
  const values = { kind: '$t(common.undo) {{site}} $& <b>', site: 'context' };
  expect(wordsIn('en')('notices.kindOn', values)).toBe('$t(common.undo) {{site}} $& <b> on context');
});

it('words: chooses the plural form by the count, and writes numbers as the language does, where the text formats them', () => {
  expect(wordsIn('en')('notices.inbox', { count: 1 })).toBe('1 new inbox item');
  expect(wordsIn('en')('notices.inbox', { count: 1234 })).toBe('1,234 new inbox items');
  expect(wordsIn('de')('notices.inbox', { count: 1234 })).toBe('1.234 neue Einträge im Posteingang');
  expect(wordsIn('de')('notices.inbox', { count: 0 })).toBe('0 neue Einträge im Posteingang');
  expect(wordsIn('es')('reputation.kinds.accepts', { count: 1234567 })).toBe('1.234.567 respuestas aceptadas');
  expect(wordsIn('en')('time.days', { count: 1234 })).toBe('1,234 days');
});

/** Two words or more, begun with a capital and ended with a full stop, a question or an exclamation mark. */
const isSentence = (text: string): boolean => /^[A-ZÄÖÜ][^\n]*\s[^\n]*[\p{L})”"][.?!…]$/u.test(text.trim());

/** What is called with words that only developers read: logs, and faults that are worded by their kind. */
const forDevelopers = (called: string): boolean =>
  /(?:Error|Failed|Cancelled|Lost|NotAWebAddress)$/.test(called) || /\.(?:warn|info|error|describe)$/.test(called);

/** English by intent: what is read before a language is known, on the command line, or by developers. */
const ENGLISH_BY_INTENT = [
  'electron/{headless,headless-doctor,main,base/private-files,commands/table,commands/options}.ts',
  'electron/desktop/{single-instance,sandbox-process,linux/desktop-facts}.ts',
  'electron/store/database/*.ts',
  // The messages of errors; people are told by their kind.
  'electron/api/**',
  // Pages for whoever has not been let in, and what the log says of a keyring.
  'electron/desktop/headless/{window/*,secrets}.ts',
  'electron/desktop/electron/secrets.ts',
];
/** Never shown: a fallback that is always replaced, and what holds until the keyring was looked at. */
const NEVER_SHOWN = ['Askbell could not do that.', 'Not looked at yet.'];

/** Sentences for people in a file, outside of what only developers read. */
function sentencesIn(file: string): string[] {
  const found: string[] = [];
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const walk = (node: ts.Node): void => {
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && forDevelopers(node.expression.getText(source)))
      return;
    const text =
      ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)
        ? node.text
        : '';
    if (isSentence(text) && !NEVER_SHOWN.includes(text)) found.push(`${file}: ${text}`);
    if (ts.isJsxText(node) && /\p{L}\s+\p{L}/u.test(node.text)) found.push(`${file}: ${node.text}`);
    ts.forEachChild(node, walk);
  };
  walk(source);
  return found;
}

it('sentences live in the catalogue, and nowhere else', () => {
  const files = globSync('{renderer,electron,common}/**/*.{ts,tsx}', {
    exclude: ['common/i18n/**', ...ENGLISH_BY_INTENT],
  });
  expect(files.length).toBeGreaterThan(150);
  expect(files.flatMap(sentencesIn)).toEqual([]);
});

it('languages are found by what the system says, English where there are no words', () => {
  const said = [['de-AT', 'en'], ['fr', 'de_DE'], ['xx'], ['constructor']];
  expect(said.map(languageFor)).toEqual(['de', 'de', 'en', 'en']);
});

it('languages follow the region where the person lives', () => {
  const now = new Date(2026, 10, 20, 12).getTime();
  expect(preferredLocale('system', ['de-AT']).tag).toBe('de-AT');
  expect(preferredLocale('en', ['de-AT', 'en-GB']).tag).toBe('en-GB');
  expect(preferredLocale('de', ['en_US']).tag).toBe('de');
  expect(localeOf('en', 'en-!!').tag).toBe('en');
  expect(localeOf('de').number(1390)).toBe('1.390');
  expect(localeOf('en', 'en-GB').date(new Date(now))).toBe('20 Nov 2026');
  expect(localize(({ words }) => words('common.undo'), localeOf('de'))).toBe('Rückgängig');
  expect(localeOf('de').age(new Date(now - 86_400_000), now)).toBe('gestern');
  expect(localeOf('de').shortAge(new Date(now - 5 * 3_600_000), now)).toBe('5h');
  expect(localeOf('en', 'en-GB').shortAge(new Date(now - 22 * 86_400_000), now)).toBe('29 Oct');
  expect(localeOf('de').weekday(1, 'long')).toBe('Montag');
  expect(localeOf('de').list(['a', 'b', 'c'])).toBe('a, b und c');
  const { words, roughly } = localeOf('de');
  expect(words('plan.worthQuestions', { matches: roughly(1) })).toBe('Wichtige Treffer: etwa 1 am Tag');
});

it('languages count days by the calendar, at any hour', () => {
  const locale = localeOf('en');
  for (let hour = 0; hour < 24; hour++) {
    const now = new Date(2026, 2, 9, hour).getTime();
    // Until noon, 36 hours before is the day before yesterday.
    const then = new Date(now - 36 * 3_600_000);
    expect(locale.age(then, now), `${hour}:00`).toBe(hour < 12 ? '2 days ago' : 'yesterday');
  }
});
