import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonTestResults } from 'vitest/node';
import { temporaryFolder } from './temporary-folder.ts';

interface RunOptions {
  signal?: AbortSignal;
  env?: NodeJS.ProcessEnv;
}

/**
 * Runs a program with this Node; what it says for people goes to this process's standard error. The exit code is
 * undefined where a signal ended it, or it could not be started.
 */
export function runNode(
  args: readonly string[],
  { signal, env = {} }: RunOptions = {},
): Promise<{ out: string; exitCode: number | undefined }> {
  return new Promise((resolve) => {
    const options = { env: { ...process.env, ...env }, maxBuffer: 2 ** 28, ...(signal && { signal }) };
    const child = execFile(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', ...args],
      // It takes its own children along, as on Ctrl+C.
      { ...options, killSignal: 'SIGINT' },
      (_error, out) => resolve({ out, exitCode: child.exitCode ?? undefined }),
    );
    child.stderr!.pipe(process.stderr, { end: false });
  });
}

/** Runs Vitest; the report is undefined where it wrote none. */
export async function runVitest(args: readonly string[], options: RunOptions = {}) {
  const folder = temporaryFolder('vitest');
  const file = join(folder.path, 'report.json');
  try {
    const runner = ['node_modules/vitest/vitest.mjs', 'run', ...args, '--reporter=json', `--outputFile=${file}`];
    const { exitCode } = await runNode(runner, options);
    return { exitCode, report: JSON.parse(readFileSync(file, 'utf8')) as JsonTestResults };
  } catch {
    return { exitCode: undefined, report: undefined };
  } finally {
    folder.remove();
  }
}
