import fc from 'fast-check';
import type { Target } from './target.ts';

/** How one target fared. */
export interface TargetRun {
  target: string;
  cases: number;
  seed: number;
  seconds: number;
  passed: boolean;
  /** What broke: the input that was made as small as it went, where to find it again, and why. */
  path?: string;
  counterexample?: string;
  error?: string;
}

/** How much of a counterexample's text is shown. */
const MAX_SHOWN = 2000;

/** Tries one target with this many cases. `path`: where an earlier run found what broke. */
export async function runTarget(target: Target, cases: number, seed: number, path?: string): Promise<TargetRun> {
  const began = performance.now();
  await target.open?.();
  try {
    const property = fc.asyncProperty(target.input, async (input) => target.check(input));
    const details = await fc.check(property, { seed, numRuns: cases, ...(path !== undefined && { path }) });
    const { failed, numRuns, counterexamplePath, counterexample, errorInstance } = details;
    return {
      target: target.name,
      cases: numRuns,
      seed,
      seconds: Math.round((performance.now() - began) / 100) / 10,
      passed: !failed,
      ...(counterexamplePath !== null && { path: counterexamplePath }),
      ...(failed && {
        counterexample: fc.stringify(counterexample?.[0]).slice(0, MAX_SHOWN),
        error: String(errorInstance instanceof Error ? (errorInstance.stack ?? errorInstance) : errorInstance)
          .split('\n')
          .slice(0, 4)
          .join(' | ')
          .slice(0, MAX_SHOWN),
      }),
    };
  } finally {
    await target.close?.();
  }
}

/** Shares the cases among the targets, slow ones getting less; each gets one at least. */
export function casesOf(targets: readonly Target[], all: number): number[] {
  const shares = targets.map(({ share = 1 }) => share);
  const sum = shares.reduce((total, share) => total + share, 0);
  return shares.map((share) => Math.max(1, Math.ceil((all * share) / sum)));
}
