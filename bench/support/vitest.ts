import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './temporary-folder.ts';

/** What is read of Vitest's report. */
export interface TestReport {
  success: boolean;
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: {
    name: string;
    message: string;
    assertionResults: {
      status: string;
      title: string;
      duration?: number;
      failureMessages: string[];
      meta: { cases?: number };
    }[];
  }[];
}

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
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...env },
      ...(signal && { signal }),
      // It takes its own children along, as on Ctrl+C.
      killSignal: 'SIGINT',
    });
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (out += chunk));
    child.once('error', () => resolve({ out, exitCode: undefined }));
    child.once('close', (code) => resolve({ out, exitCode: code ?? undefined }));
  });
}

/** Runs Vitest; the report is undefined where it wrote none. */
export async function runVitest(args: readonly string[], options: RunOptions = {}) {
  const folder = temporaryFolder('vitest');
  const file = join(folder.path, 'report.json');
  try {
    const runner = ['node_modules/vitest/vitest.mjs', 'run', ...args, '--reporter=json', `--outputFile=${file}`];
    const { exitCode } = await runNode(runner, options);
    return { exitCode, report: JSON.parse(readFileSync(file, 'utf8')) as TestReport };
  } catch {
    return { exitCode: undefined, report: undefined };
  } finally {
    folder.remove();
  }
}
