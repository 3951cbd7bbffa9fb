import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { behaviourOf, LIKENESSES } from '../../sandbox/behaviour.ts';
import { HELP, parseOptions } from '../../sandbox/command/options.ts';
import { startNetwork } from './support/network.ts';

const network = await startNetwork();
const readme = readFileSync(new URL('../../sandbox/README.md', import.meta.url), 'utf8');

const controlRoutes = [...readme.matchAll(/`(GET|POST|DELETE) ([a-z/]+)(?:\/\{\w+\})?`/g)].map(
  ([, verb = '', path = '']) => [verb, path] as const,
);
test('the control routes of the README: are more than a few', () => expect(controlRoutes.length).toBeGreaterThan(8));
test.each(controlRoutes)('the control routes of the README: %s %s is one', async (method, path) => {
  const url = `${network.apiBaseUrl}/_sandbox/${path}${path === 'actions' ? '/none' : ''}`;
  expect((await fetch(url, { method })).status).not.toBe(404);
});

const optionsIn = (text: string) => new Set([...text.matchAll(/--[a-z][a-z-]+/g)].map(([option]) => option));

/** Of `curl`, which the README names too. */
const OTHER_PROGRAMS_OPTIONS = ['--compressed'];
test.each([...optionsIn(readme)].filter((option) => !OTHER_PROGRAMS_OPTIONS.includes(option)))(
  'the command line: %s exists',
  (option) => expect(optionsIn(HELP)).toContain(option),
);

test.each([...optionsIn(HELP)])('the command line: %s of --help is an option', (option) => {
  expect(() => parseOptions([option])).not.toThrow('Unknown option');
});

/** Each flag with its value in each world; a long text is told by its beginning. */
const rows = (readme.split('## Two worlds')[1]?.split('\n## ')[0] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.match(/(?<=`)[^`|]+(?=`)/g) ?? []);
const shown = (value: unknown) => (String(value).length > 20 ? `${String(value).slice(0, 14)} …` : String(value));

test('the table "Two worlds" has every flag as it is in each world', () => {
  const [specification, publicService] = LIKENESSES.map((like) => behaviourOf(like));
  const flags = Object.keys(behaviourOf()).filter((name) => name !== 'like') as (keyof typeof specification)[];
  expect(rows).toEqual(flags.map((name) => [name, shown(specification?.[name]), shown(publicService?.[name])]));
});

test('the table "Two worlds" is overridden flag by flag, and one that is undefined is not', () => {
  const changed = behaviourOf('public', { credentials: 'both', errorStyle: undefined });
  expect(changed).toEqual({ ...behaviourOf('public'), credentials: 'both' });
  expect(behaviourOf().like).toBe('specification');
});
