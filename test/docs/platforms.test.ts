import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** The cells of the rows of the first table below a heading, without its head. */
function rowsBelow(heading: string, text: string): string[][] {
  const lines = text.slice(text.indexOf(`${heading}\n`)).split('\n');
  const from = lines.findIndex((line) => line.startsWith('|---'));
  const to = lines.findIndex((line, at) => at > from && !line.startsWith('|'));
  return lines.slice(from + 1, to).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** The column of docs/install.md that has a day, or "not yet". */
const WHEN = 3;

const rows = rowsBelow('## What was checked', readFileSync('docs/install.md', 'utf8'));

it('docs/install.md tells of more than a few systems', () => expect(rows.length).toBeGreaterThan(6));

it.each(rows.map((cells) => [cells[0], cells[1] ?? '', cells[WHEN]] as const))(
  'docs/install.md names for %s a check that is here, and when it was last seen to pass',
  (_system, checked, when) => {
    const paths = [...checked.matchAll(/`([^`\s]+)`/g)].map(([, path = '']) => path);
    for (const path of paths) expect(existsSync(path), path).toBe(true);
    if (when !== 'not yet') expect(paths).not.toEqual([]);
    expect(when).toMatch(/^(\d{4}-\d{2}-\d{2}|not yet)$/);
  },
);
