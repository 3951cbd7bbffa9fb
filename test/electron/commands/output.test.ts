import { describe, expect, it } from 'vitest';
import { snoozeEnd } from '../../../electron/commands/actions.ts';
import { barLine, type BarFacts } from '../../../electron/commands/bar.ts';
import { formatted, table } from '../../../electron/commands/output.ts';
import { parseOptions } from '../../../electron/commands/options.ts';

const PIPE = { isTerminal: false, columns: 100 };

describe('the output of a command', () => {
  it('is a table in a terminal, of which the last column is cut, and letters may be wide', () => {
    const rows = [
      ['ID', 'Site', 'Title'],
      ['1', '日本', 'A long title that does not fit'],
      ['12', 'Beds', '木木木木木木木木木木'],
    ];
    expect(table(rows, 24).split('\n')).toEqual([
      'ID  Site  Title',
      '1   日本  A long title …',
      '12  Beds  木木木木木木…',
    ]);
  });

  it('is lines with tabs in a pipe, JSON if wanted, and never steers a terminal', () => {
    const result = {
      data: { a: 1 },
      heads: ['ID'],
      rows: [
        ['1', 'a\u001b[2J\tb'],
        ['2', 'c\nd'],
      ],
    };
    expect(formatted(result, false, PIPE)).toBe('1\ta [2J b\n2\tc d');
    expect(formatted(result, true, PIPE)).toBe('{"a":1}');
    expect(formatted({ data: {}, text: 'x\u001by\nz' }, false, PIPE)).toBe('x y\nz');
  });

  it('is what a bar takes', () => {
    const facts: BarFacts = {
      ...{ unread: 3, unreadMatches: 1, reputation: 100, reputationToday: 25 },
      ...{ state: 'problem', trouble: 'No <connection>' },
    };
    const line = (options: string) => barLine(facts, parseOptions(['status', ...options.split(' ')]).command!);
    expect(line('--format {unread}/{reputationToday}')).toBe('3/25');
    const bar = { text: '3 +25', alt: 'problem', class: 'problem', tooltip: 'No &lt;connection&gt;' };
    expect(JSON.parse(line('--waybar'))).toEqual(bar);
    const text = '<b>No &lt;connection&gt;</b>';
    expect(JSON.parse(line('--waybar --format <b>{trouble}</b>'))).toEqual({ ...bar, text });
    expect(JSON.parse(line('--i3blocks'))).toEqual({ full_text: '3 +25', short_text: '3', color: '#d0393e' });
    expect(() => line('--format {x}')).toThrow('it has: unread, unreadMatches');
  });

  it.each([
    ['30m', 30 * 60_000],
    ['2h', 7_200_000],
    ['1d', 86_400_000],
    ['1-hour', 3_600_000],
    ['2026-01-01T00:00:10Z', 10_000],
  ])('reads "%s" as the end of a snooze', (text, ms) => {
    const now = Date.UTC(2026, 0, 1);
    expect(snoozeEnd(text, now).getTime() - now).toBe(ms);
  });

  it.each(['soon', '5', '12', '0', '-1', 'May', '2026-13-01', '999999999d'])('refuses "%s" as one', (text) => {
    expect(() => snoozeEnd(text, 0)).toThrow('is no time');
  });
});
