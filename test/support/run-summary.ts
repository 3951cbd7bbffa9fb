import type { Reporter, TestModule } from 'vitest/node';

const SHOWN_FILES = 10;

/**
 * Prints at the end what passed only when it was tried again, and the ten slowest files, so that what makes a run long
 * is seen while it is still new.
 */
export default class RunSummary implements Reporter {
  onTestRunEnd(files: readonly TestModule[]): void {
    const flaky = files.flatMap((file) => [...file.children.allTests()].filter((test) => test.diagnostic()?.flaky));
    if (flaky.length > 0) console.log('Passed only when tried again:');
    for (const test of flaky) console.log(`  ${test.module.relativeModuleId} > ${test.fullName}`);
    if (files.length <= SHOWN_FILES) return;
    const slowest = files
      .map((file) => ({ name: file.relativeModuleId, seconds: file.diagnostic().duration / 1000 }))
      .toSorted((left, right) => right.seconds - left.seconds)
      .slice(0, SHOWN_FILES);
    console.log(`The ${SHOWN_FILES} slowest files:`);
    for (const { name, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
  }
}
