import { expect, test } from 'vitest';
import { createProgressBar, duration, createDumpReport } from '../../../sandbox/dump/dump.ts';

function stage(isTerminal: boolean) {
  const written: string[] = [];
  let at = 0;
  const bar = createProgressBar({ isTerminal, columns: 80, write: (text) => void written.push(text) }, () => at);
  return { bar, written, text: () => written.join(''), wait: (milliseconds: number) => void (at += milliseconds) };
}

test('a terminal has one line, never longer than it, with share, rate and time left', () => {
  const { bar, written, wait, text } = stage(true);
  bar.show('x Posts.xml', 0, 200e6);
  expect(written).toEqual(['\r\u001b[2K[--------------------]   0 %  x Posts.xml']);
  wait(50);
  bar.show('x Posts.xml', 1e6, 200e6);
  expect(written).toHaveLength(1);
  wait(1950);
  bar.show('x Posts.xml', 50e6, 200e6);
  expect(written.at(-1)).toBe('\r\u001b[2K[#####---------------]  25 %  25 MB/s  6 s left  x Posts.xml');
  wait(3000);
  bar.show('a-site-with-a-name-that-is-longer-than-there-is-room Posts.xml', 100e6, 200e6);
  expect(written.at(-1)?.replace('\r\u001b[2K', '')).toHaveLength(79);
  wait(3000);
  bar.end(200e6);
  expect(text().split('\n').at(-2)).toContain('200 MB loaded in 8 s (25 MB/s)');
});

test('elsewhere there is a line now and then', () => {
  const { bar, written, wait } = stage(false);
  for (let second = 0; second <= 12; second += 1) {
    bar.show('x Votes.xml', second * 1e6, 20e6);
    wait(1000);
  }
  bar.end(20e6);
  expect(written).toEqual([
    '  0 %  x Votes.xml\n',
    ' 25 %  1.0 MB/s  15 s left  x Votes.xml\n',
    ' 50 %  1.0 MB/s  10 s left  x Votes.xml\n',
    '20 MB loaded in 13 s (1.5 MB/s)\n',
  ]);
});

test('the rate of a load that goes on is that of what is read now', () => {
  const { bar, written, wait } = stage(false);
  bar.show('x Posts.xml', 100e6, 200e6);
  wait(10_000);
  bar.show('x Posts.xml', 120e6, 200e6);
  expect(written.at(-1)).toBe(' 60 %  2.0 MB/s  40 s left  x Posts.xml\n');
});

test('broken rows are told without breaking the bar, and not by the thousand', () => {
  const { bar, text } = stage(true);
  const report = createDumpReport(bar);
  report.progress?.('x Posts.xml', 1, 2);
  for (let row = 1; row <= 1000; row += 1) report.broken?.('d/Posts.xml', row, 'it has no Id');
  report.missing?.('d/PostLinks.xml');
  report.leftOut?.('d', 'links');
  report.resumed?.();
  report.orphaned?.('d/Posts.xml', [7], 1);
  report.orphaned?.('d/Posts.xml', [7, 9], 30);
  report.loaded?.(2e6);
  const lines = text().split('\n');
  expect(lines[0]?.endsWith('\u001b[2Kd/Posts.xml, row 1: it has no Id; skipped')).toBe(true);
  expect(lines.slice(9)).toEqual([
    'd/Posts.xml, row 10: it has no Id; skipped',
    'd/PostLinks.xml is not there; going on without it',
    'd is loaded without links, so these lack: linked and duplicate questions',
    'Going on with what an earlier start has loaded',
    'd/Posts.xml: 1 answer to questions that are not there (7); skipped',
    'd/Posts.xml: 30 answers to questions that are not there (7, 9 and 28 more); skipped',
    'd/Posts.xml: 990 more rows skipped',
    expect.stringMatching(/^2\.0 MB loaded in 1 s/),
    '',
  ]);
});

test.each([
  [0.2, '1 s'],
  [59, '59 s'],
  [61, '1 min 01 s'],
  [3599.5, '1 h 00 min'],
  [7800, '2 h 10 min'],
])('%d seconds are "%s"', (seconds, words) => expect(duration(seconds)).toBe(words));
