import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

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

/** What people are told of where Askbell was tried. Each row names a check that is here. */
describe('the packages in docs/install.md', () => {
  const rows = rowsBelow('## What was checked', readFileSync('docs/install.md', 'utf8'));

  it('are all there', () => {
    expect(rows.length).toBeGreaterThan(6);
  });

  it.each(rows.map((cells) => [cells[0] ?? '', cells[1] ?? '', cells[WHEN]] as const))(
    'name a check: %s',
    (_system, checked, when) => {
      const paths = [...checked.matchAll(/`([^`]+)`/g)]
        .map(([, path = '']) => path)
        .filter((path) => !path.includes(' '));
      for (const path of paths) expect(existsSync(path), path).toBe(true);
      if (when !== 'not yet') expect(paths).not.toEqual([]);
    },
  );
});

it('says of each check when it was last seen to pass, or that it was not', () => {
  for (const cells of rowsBelow('## What was checked', readFileSync('docs/install.md', 'utf8')))
    expect(cells[WHEN], cells.join(' | ')).toMatch(/^(\d{4}-\d{2}-\d{2}|not yet)$/);
});
