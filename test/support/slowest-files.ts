import type { Reporter, TestModule } from 'vitest/node';

const SHOWN_FILES = 10;

/** Prints the ten slowest files at the end, so that what makes a run long is seen while it is still new. */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(files: readonly TestModule[]): void {
    if (files.length <= SHOWN_FILES) return;
    const slowest = files
      .map((file) => ({ name: file.relativeModuleId, seconds: file.diagnostic().duration / 1000 }))
      .toSorted((left, right) => right.seconds - left.seconds)
      .slice(0, SHOWN_FILES);
    console.log(`The ${SHOWN_FILES} slowest files:`);
    for (const { name, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
  }
}
