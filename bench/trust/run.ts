import { globSync } from 'node:fs';
import { basename } from 'node:path';
import type { JsonTestResults } from 'vitest/node';
import { summaryIn, type Summary } from '../support/command.ts';
import { runNode, runVitest } from '../support/vitest.ts';
import type { Proof } from './proofs.ts';

/** How a proof ended. */
export interface Outcome {
  command: string;
  /** What it said at last; undefined where it ended without. */
  summary: Summary | undefined;
  /** Undefined where a signal ended it, or it could not be started. */
  exitCode: number | undefined;
  tookMs: number;
}

/** Whether a proof has passed: it must say so, and end with exit code 0. */
export const hasPassed = ({ summary, exitCode }: Pick<Outcome, 'summary' | 'exitCode'>): boolean =>
  exitCode === 0 && summary?.passed === true;

/** Runs a proof in the project's folder; what it says for people goes to this process's standard error. */
export async function runProof({ name, runs }: Proof, isShort: boolean, signal: AbortSignal): Promise<Outcome> {
  const began = performance.now();
  const took = () => performance.now() - began;
  if ('tests' in runs) return { ...(await runTests(name, runs.tests, signal)), tookMs: took() };
  const args = isShort ? runs.shortArgs : runs.args;
  const { out, exitCode } = await runNode([runs.program, ...args], { signal });
  return { command: [name, ...args].join(' '), summary: summaryIn(out, name), exitCode, tookMs: took() };
}

async function runTests(name: string, globs: readonly string[], signal: AbortSignal): Promise<Omit<Outcome, 'tookMs'>> {
  const files = [...new Set(globs.flatMap((glob) => globSync(glob)))].toSorted();
  const command = `${name} (${files.length} test files)`;
  // Without a file the runner would take all of them.
  if (files.length === 0) return { command, summary: undefined, exitCode: undefined };
  const { report, exitCode } = await runVitest(files, { signal });
  return { command, summary: report && testSummary(name, report), exitCode };
}

/** A file of which nothing ran has shown nothing, such as one that needs a keyring where there is none. */
export function testSummary(command: string, report: JsonTestResults): Summary {
  const { numPassedTests, numFailedTests, numPendingTests, success, testResults } = report;
  const unseen = testResults.filter(
    ({ assertionResults }) => !assertionResults.some(({ status }) => status === 'passed'),
  );
  return {
    command,
    passed: success && numPassedTests > 0 && numFailedTests === 0 && unseen.length === 0,
    tests_passed: numPassedTests,
    tests_failed: numFailedTests,
    tests_left_out: numPendingTests,
    ...(unseen.length > 0 && { files_left_out: unseen.map(({ name }) => basename(name)).join(' ') }),
  };
}
