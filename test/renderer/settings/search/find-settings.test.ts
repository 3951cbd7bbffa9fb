import { beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES, loadLanguages, wordsIn, type Language } from '../../../../common/i18n/words.ts';
import { findSettings } from '../../../../renderer/settings/search/find-settings.ts';
import { SETTING_INDEX } from '../../../../renderer/settings/search/setting-index.ts';

beforeAll(loadLanguages);

const labels = (typed: string, language: Language = 'en') =>
  findSettings(typed, wordsIn(language)).map(({ label }) => label);

describe('finding settings', () => {
  it('takes words in any order, of label, hint, choice or page, whatever their case and accents', () => {
    expect(labels('LOGIN start')).toEqual(['Start at login']);
    expect(labels('dark')).toEqual(['Theme']);
    expect(labels('tray')).toEqual(['Start at login']);
    expect(labels('other servers')).toEqual(['Pictures from other servers']);
    expect(labels('downvotes')).toEqual(['Votes, accepted answers and bounties']);
    expect(labels('raton', 'es')).toEqual([]);
    expect(labels('tamano', 'es')).toEqual(['Tamaño']);
    expect(labels('groesse', 'de')).toEqual([]);
    expect(labels('größe', 'de')).toEqual(['Größe']);
  });

  it('puts what is called so before what only mentions it', () => {
    expect(labels('sound')[0]).toBe('Sound');
    expect(labels('proxy')[0]).toBe('Proxy');
  });

  it('finds nothing for no words, and nothing for words that no setting has', () => {
    expect(labels('  ')).toEqual([]);
    expect(labels('xyzzy')).toEqual([]);
  });

  it.each(Object.keys(LANGUAGES) as Language[])('finds each setting by its own label: %s', (language) => {
    const words = wordsIn(language);
    for (const { page, label } of SETTING_INDEX)
      expect(findSettings(words(label), words)).toContainEqual(expect.objectContaining({ page, label: words(label) }));
  });
});
