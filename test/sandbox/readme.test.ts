import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { routes } from '../../sandbox/routes/index.ts';
import { readmeRows } from './readme-table.ts';

test.each(routes.map((route): [string, typeof route] => [route.name, route]))(
  'the README tells of %s as it is',
  (_name, route) => {
    const row = readmeRows.find(({ paths }) => paths.join() === route.paths.join());
    expect(row).toBeDefined();
    expect(/POST/.test(row?.operation ?? '')).toBe(route.verb === 'POST' || route.alsoPost === true);
    expect(row?.sorts).toEqual(Object.keys(route.sorts ?? {}));
    expect(row?.parameters).toEqual(Object.keys(route.parameters));
    expect(row?.needs.includes('site')).toBe(route.site === 'required');
    // That the file asks for every path of the row it sees to itself: see http/requested.ts.
    const file = new URL(`http/${row?.test ?? ''}.test.ts`, import.meta.url);
    expect(existsSync(file)).toBe(true);
    expect(readFileSync(file, 'utf8')).toMatch(/^import .* from '\.\/network\.ts';$/m);
  },
);

test('the README tells of nothing else', () => {
  expect(readmeRows).toHaveLength(routes.length);
});
