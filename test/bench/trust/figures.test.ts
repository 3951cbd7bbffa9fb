import { readFileSync } from 'node:fs';
import { fc, it } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { figuresInWords, figuresOf, withFigures } from '../../../bench/trust/figures.ts';
import { PROOFS } from '../../../bench/trust/proofs.ts';

const DOCUMENT = readFileSync('docs/trust.md', 'utf8');

const NAMES = PROOFS.map(({ name }) => name);

describe('the figures of docs/trust.md', () => {
  it('are as the command writes them, a row for each thing that proves something', () => {
    expect(withFigures(DOCUMENT, NAMES)).toBe(DOCUMENT);
    expect([...figuresOf(DOCUMENT).keys()]).toEqual(NAMES);
  });

  it('name commit, day, machine and figures of whatever has run, and nothing of what has not', () => {
    const machine = String.raw`[^|]+, \d+ cores, \d+ GB, \w+ [\d.]+, Node \d+\.\d+\.\d+`;
    const ran = new RegExp(
      String.raw`^\| \`[^\`]+\` \| (?:passed|\*\*failed\*\*) \| .*\d.* \| \d+ (?:s|min) \| ` +
        String.raw`[\da-f]{10}(?: with changes)? \| \d{4}-\d\d-\d\d \| ${machine} \|$`,
    );
    for (const [name, line] of figuresOf(DOCUMENT))
      expect(line).toMatch(line.startsWith(`| \`${name}\` | not run |`) ? /not run \|[ |]+$/ : ran);
  });
});

describe('the table', () => {
  const ran = { commit: 'abc', date: '2026-01-01', machine: 'M' };

  it.prop([fc.string(), fc.constantFrom(...NAMES)])(
    'has the row of what ran, whatever its figures say, and keeps the others',
    (figures, name) => {
      const command = `${name} --short`;
      const row = { name, command, figures, passed: false, took: '3 s', ...ran };
      const written = withFigures(DOCUMENT, NAMES, row);
      const [before, after] = [figuresOf(DOCUMENT), figuresOf(written)];
      expect(after.get(name)!.split(/(?<!\\)\|/)).toHaveLength(9);
      expect(after.get(name)).toContain(`| \`${command}\` | **failed** |`);
      for (const other of NAMES) if (other !== name) expect(after.get(other)).toBe(before.get(other));
    },
  );

  it('is not taken for one where it has no markers, or other columns', () => {
    expect(() => figuresOf(DOCUMENT.replace('| Took |', '|'))).toThrow(/columns/);
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
      seconds: 90,
    };
    expect(figuresInWords(summary)).toBe(
      'seed 1095236148, cases 100,000, printed twice 0, slope (heap mb 0.012), failures 0, broken 2 (a; b)',
    );
  });
});

const table = DOCUMENT.split('## Who, what')[1]!.split('\n## ')[0]!;
const rows = table.split('\n').filter((line) => line.startsWith('| ') && !/^\| (?:Who \||---)/.test(line));

it('the threat model names for each threat what stops it, and a test that shows it', () => {
  expect(rows.length).toBeGreaterThanOrEqual(8);
  for (const line of rows) {
    const [, who, wants, stops, shown = ''] = line.split('|').map((cell) => cell.trim());
    expect([who, wants, stops].every((cell) => cell !== '')).toBe(true);
    const files = [...shown.matchAll(/`(test\/[^`]+\.(?:test|spec)\.ts)`/g)].map(([, path]) => path!);
    expect(files.length, who).toBeGreaterThan(0);
    for (const file of files) expect(readFileSync(file, 'utf8'), file).toMatch(/expect\(|property\(/);
  }
});
