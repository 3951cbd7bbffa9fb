import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { routes } from '../../sandbox/routes/index.ts';

const readme = readFileSync(new URL('../../sandbox/README.md', import.meta.url), 'utf8');
const rows = readme
  .split('\n')
  .filter((line) => /^\| .*`\//.test(line) && line.split('|').length === 7)
  .map((line) => line.split('|').slice(1, -1).map((cell) => cell.trim()));
const words = (cell = '') => (cell === '–' ? [] : cell.replaceAll('`', '').split(', '));

test.each(routes.map((route): [string, typeof route] => [route.name, route]))('the README tells of %s as it is', (_name, route) => {
  const row = rows.find(([operation = '']) => words(operation.replace(/^(GET, )?POST /, '')).join() === route.paths.join());
  expect(row).toBeDefined();
  const [operation, sorts, parameters, needs, tests = ''] = row ?? [];
  expect(/POST/.test(operation ?? '')).toBe(route.verb === 'POST' || route.alsoPost === true);
  expect(words(sorts)).toEqual(Object.keys(route.sorts ?? {}));
  expect(words(parameters)).toEqual(Object.keys(route.parameters));
  expect(words(needs).includes('site')).toBe(route.site === 'required');
  const file = new URL(`http/${tests.replaceAll('`', '')}.test.ts`, import.meta.url);
  expect(existsSync(file)).toBe(true);
  // The last fixed word of the path stands in the test that the row names.
  const fixed = route.paths[0]?.split('/').filter((part) => part !== '' && !part.startsWith('{')).at(-1) ?? '';
  expect([tests, fixed, readFileSync(file, 'utf8').includes(fixed)]).toEqual([tests, fixed, true]);
});

test('the README tells of nothing else', () => {
  expect(rows).toHaveLength(routes.length);
});
