import { describe, expect, test } from 'vitest';
import { behaviourOf, LIKENESSES } from '../../sandbox/behaviour.ts';
import { readme } from './support/readme-table.ts';

/** The table "Two worlds": each flag with what it is in each of them. */
const rows = (readme.split('## Two worlds')[1]?.split('\n## ')[0] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => {
    const [flag = '', , ...values] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', ''));
    return { flag, values };
  });

describe.each(LIKENESSES)('a network like the %s', (like) => {
  const flags = Object.entries(behaviourOf(like)).filter(([name]) => name !== 'like');

  test('has the flags that the README lists, and no others', () => {
    expect(rows.map(({ flag }) => flag)).toEqual(flags.map(([name]) => name));
  });

  test.each(flags)('has %s as the README says', (name, value) => {
    const told = rows.find(({ flag }) => flag === name)?.values[LIKENESSES.indexOf(like)] ?? '';
    // A long text is told by its beginning.
    if (told.endsWith(' …')) expect(String(value).startsWith(told.slice(0, -1))).toBe(true);
    else expect(String(value)).toBe(told);
  });
});

test('a flag is overridden by itself, and one that is undefined is not', () => {
  const changed = behaviourOf('public', { credentials: 'both', errorStyle: undefined });
  expect(changed).toEqual({ ...behaviourOf('public'), credentials: 'both' });
  expect(behaviourOf().like).toBe('specification');
});
