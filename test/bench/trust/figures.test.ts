import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { figuresInWords, figuresOf, notRun, withFigures, type Row } from '../../../bench/trust/figures.ts';
import { PROOFS } from '../../../bench/trust/proofs.ts';

const DOCUMENT = readFileSync('docs/trust.md', 'utf8');

describe('the figures of docs/trust.md', () => {
  it('are as the command writes them, a row for each thing that proves something', () => {
    const rows = figuresOf(DOCUMENT);
    expect(withFigures(DOCUMENT, rows)).toBe(DOCUMENT);
    expect(rows.map(({ name }) => name)).toEqual(PROOFS.map(({ name }) => name));
  });

  it('name commit, day, machine and figures of whatever has run, and nothing of what has not', () => {
    for (const row of figuresOf(DOCUMENT)) {
      if (row.result === 'not run') expect(row).toEqual(notRun(row.name));
      else
        expect(row).toMatchObject({
          figures: expect.stringMatching(/\d/),
          took: expect.stringMatching(/^\d+ (?:s|min)$/),
          commit: expect.stringMatching(/^[\da-f]{10}(?: with changes)?$/),
          date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
          machine: expect.stringMatching(/, \d+ cores, \d+ GB, \w+ [\d.]+, Node \d+\.\d+\.\d+$/),
        });
    }
  });
});

describe('the table', () => {
  const words = fc.string().map((text) => text.replaceAll(/[\s`\\]+/g, ' ').trim());
  const row: fc.Arbitrary<Row> = fc
    .record({
      command: fc.constantFrom('torture --kills 50', 'fuzz'),
      result: fc.constantFrom('passed' as const, 'failed' as const, 'not run' as const),
      figures: words,
      took: words,
      commit: words,
      date: words,
      machine: words,
    })
    .map((one) => ({ name: one.command.split(' ')[0]!, ...one }));

  it('reads back as it was written, whatever a figure says', () => {
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        expect(figuresOf(withFigures(DOCUMENT, rows))).toEqual(rows);
      }),
    );
  });

  it('is not taken for one when somebody has written into it by hand', () => {
    const ran = { ...notRun('torture'), result: 'failed' as const };
    const written = withFigures(DOCUMENT, [ran]);
    expect(written).toContain('**failed**');
    expect(() => figuresOf(written.replace('**failed**', 'passed, almost'))).toThrow(/was not written by the command/);
    expect(() => figuresOf(written.replace('| Took |', '|'))).toThrow(/columns/);
    expect(() => figuresOf('# Trust')).toThrow(/no markers/);
  });

  it('has the figures of a summary in words', () => {
    const summary = {
      command: 'torture',
      passed: true,
      seed: 1095236148,
      cases: 100_000,
      printed_twice: 0,
      slope: { heap_mb: 0.01234, none: {} },
      failures: [],
      broken: ['a', 'b'],
      duration_s: 90,
    };
    expect(figuresInWords(summary)).toBe(
      'seed 1095236148, cases 100,000, printed twice 0, slope (heap mb 0.012), failures 0, broken 2 (a; b)',
    );
  });
});

describe('the threat model', () => {
  const table = DOCUMENT.split('## Who, what')[1]!.split('\n## ')[0]!;
  const rows = table.split('\n').filter((line) => line.startsWith('| ') && !/^\| (?:Who \||---)/.test(line));

  it('names for each threat what stops it, and a test that shows it', () => {
    expect(rows.length).toBeGreaterThanOrEqual(8);
    for (const line of rows) {
      const [, who, wants, stops, shown = ''] = line.split('|').map((cell) => cell.trim());
      expect([who, wants, stops].every((cell) => cell !== '')).toBe(true);
      const files = [...shown.matchAll(/`(test\/[^`]+\.(?:test|spec)\.ts)`/g)].map(([, path]) => path!);
      expect(files.length, who).toBeGreaterThan(0);
      for (const file of files) expect(readFileSync(file, 'utf8'), file).toMatch(/expect\(|property\(/);
    }
  });
});
