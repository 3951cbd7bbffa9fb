import { watchOf as watch } from '../../../support/watch.ts';
import { fc, it } from '@fast-check/vitest';
import { expect } from 'vitest';
import { Settings } from '../../../../common/contract/contract.ts';
import { planImport, type Choices, takenBack } from '../../../../electron/agent/settings/import.ts';
import { DEFAULT_PREFERENCES, type StoredWatch } from '../../../../electron/store/settings.ts';
import { anyOfSchema } from '../../../support/any-of-schema.ts';

const rules = ['typescript', 'node.js', 'css', 'regex'];

/** Watches of few rules and ids, so that files and what is here have some in common. */
const [id, alert] = [fc.constantFrom('w1', 'w2', 'w3', 'w4', 'w5'), fc.constantFrom('sound', 'silent', 'list')];
const anyWatch = fc.record({ id, tag: fc.constantFrom(...rules), alert, muted: fc.boolean() });
const anyWatches = fc.uniqueArray(anyWatch, { selector: (watch) => watch.id, maxLength: 5 });
const watchesOf = (made: { id: string; tag: string; alert: string; muted: boolean }[]): StoredWatch[] =>
  made
    .filter(({ tag }, index) => made.findIndex((other) => other.tag === tag) === index)
    .map(({ tag, ...part }) => watchOf(tag, part as Partial<StoredWatch>));

const watchOf = (tag: string, part: Partial<StoredWatch> = {}) => watch(tag, 's', { anyTags: [tag] }, part);
const anyChoices: fc.Arbitrary<Choices> = fc
  .tuple(anyOfSchema(Settings), anyWatches)
  .map(([preferences, watches]) => ({ preferences, watches: watchesOf(watches) }));

let made = 0;
const newId = () => `new-${made++}`;
const planOf = (here: Choices, file: Choices) =>
  planImport(here, { settings: file.preferences, watches: file.watches }, newId);

it.prop([anyChoices, anyChoices])(
  'an import takes the settings of the file, and its watches beside those here, none of which goes or looks for other things',
  (here, file) => {
    const { after, added, changed, ids } = planOf(here, file);
    expect(after.preferences).toEqual(file.preferences);
    const kept = here.watches.map(({ id, rule }) => ({ id, rule }));
    expect(after.watches.slice(0, kept.length)).toMatchObject(kept);
    expect(after.watches.slice(here.watches.length)).toEqual(added);
    expect(new Set(after.watches.map(({ id }) => id)).size).toBe(after.watches.length);
    for (const watch of file.watches) {
      const one = after.watches.find(({ id }) => id === ids.get(watch.id));
      expect(one).toEqual({ ...watch, id: one!.id });
    }
    const known = here.watches.map(({ id }) => id);
    for (const { before } of changed) expect(known).toContain(before.id);
  },
);

it.prop([anyChoices, anyChoices])(
  'an import or a reset that is taken back leaves exactly what was before',
  (here, file) => {
    const { after } = planOf(here, file);
    expect(takenBack(after, here, after)).toStrictEqual(here);
    const reset = { ...here, preferences: DEFAULT_PREFERENCES };
    expect(takenBack(reset, here, reset)).toStrictEqual(here);
  },
);

it('an import or a reset that is taken back leaves what was changed since as it is, down to the single switch', () => {
  const { notify } = DEFAULT_PREFERENCES;
  const preferences = { ...DEFAULT_PREFERENCES, zoom: 1.5, notify: { ...notify, badges: true } };
  const before: Choices = { preferences, watches: [watchOf('css')] };
  const file = { preferences: DEFAULT_PREFERENCES, watches: [watchOf('regex'), watchOf('node.js')] };
  const { after } = planOf(before, file);
  const since: Choices = {
    preferences: { ...after.preferences, appearance: 'dark', notify: { ...notify, inbox: false } },
    watches: [
      ...after.watches.map((watch) => (watch.id === 'regex' ? { ...watch, muted: true } : watch)),
      watchOf('typescript'),
    ],
  };
  const back = takenBack(since, before, after);
  expect(back.preferences).toMatchObject({ zoom: 1.5, appearance: 'dark', notify: { inbox: false, badges: true } });
  const watches = back.watches.map(({ id, muted }) => `${id} ${muted}`);
  expect(watches).toEqual(['css false', 'regex true', 'typescript false']);
});
