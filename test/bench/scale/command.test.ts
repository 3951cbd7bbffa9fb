import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { allCases } from '../../../bench/scale/ask/cases.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const run = promisify(execFile);

interface Ended {
  code?: number;
  stdout: string;
}
const bench = (...args: string[]): Promise<Ended> =>
  run(process.execPath, ['bench/scale/main.ts', '--rounds', '1', '--seconds', '0.2', ...args]).catch(
    (error: unknown) => error as Ended,
  );
const linesOf = ({ stdout }: Ended) =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

it('measures a tiny site from the first row to the last answer, and writes the figures', async () => {
  const folder = temporaryFolder();
  const document = join(folder, 'scale.md');
  writeFileSync(document, readFileSync('docs/scale.md'));
  const lines = linesOf(await bench('--sizes', '200', '--keep', folder, '--write', document));
  const named = (name: string) => lines.find((line) => line['case'] === name)!;

  expect(named('load of 200 posts')).toMatchObject({ broken_rows: 0, xml_mb: expect.any(Number) as number });
  for (const { name } of allCases())
    expect(named(name), name).toMatchObject({
      median_200: expect.any(Number) as number,
      p95_200: expect.any(Number) as number,
      cold: expect.stringContaining('fresh process') as string,
    });
  expect(named('64 readers')).toMatchObject({ refused: 0, p99_ratio: expect.any(Number) as number });
  expect(named('servers')).toMatchObject({ refused: 0, cold_ratio: expect.any(Number) as number });

  const { failures, ...summary } = lines.at(-1)! as { failures: string[] };
  expect(summary).toMatchObject({ command: 'bench:scale', sizes: [200], seed: 1 });
  expect(failures.filter((failure) => failure.includes('status'))).toEqual([]);
  expect(readdirSync(folder).toSorted()).toEqual(['200-1', 'scale.md']);

  const written = readFileSync(document, 'utf8');
  expect(written).toContain('| `load of 200 posts` |');
  expect(written).toContain('| `64 readers` |');
  expect(written).not.toContain('Not measured yet');
});
