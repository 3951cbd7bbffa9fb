import { makeDemoData, noon, storyStart } from './demo-data.ts';

/** Makes the demo data before all tests, so that no test waits for it and no two workers make the same. */
export default function makeAllDemoData(): void {
  for (const now of [noon, storyStart]) makeDemoData(now);
}
