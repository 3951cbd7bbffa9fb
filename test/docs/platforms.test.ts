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

/** What people are told of where Askbell was tried. Each row names a check that is here. */
describe.each([
  ['README.md', '## Install it', 2],
  ['docs/install.md', '## What was checked', 1],
] as const)('the platforms in %s', (file, heading, column) => {
  const rows = rowsBelow(heading, readFileSync(file, 'utf8'));

  it('are all there', () => {
    expect(rows.length).toBeGreaterThan(6);
  });

  it.each(rows.map((cells) => [cells[0] ?? '', cells[column] ?? ''] as const))(
    'name a check: %s',
    (_system, checked) => {
      const paths = [...checked.matchAll(/`([^`]+)`/g)]
        .map(([, path = '']) => path)
        .filter((path) => !path.includes(' '));
      for (const path of paths) expect(existsSync(path), path).toBe(true);
      expect(paths).not.toEqual([]);
    },
  );
});
