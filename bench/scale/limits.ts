import { median, quantile, type Measured, type Target } from '../support/figures.ts';
import type { Times } from './ask/ask-all.ts';
import type { Case } from './ask/cases.ts';

/** Limits that hold at any size of a site. */
export const LIMITS = {
  load: { mb_per_second: { atLeast: 14 }, peak_rss_mb: { atMost: 250 }, broken_rows: { atMost: 0 } },
  readers: { p99_ratio: { atMost: 2 }, refused: { atMost: 0 } },
  servers: { repeated_ratio: { atLeast: 0.3 }, cold_ratio: { atLeast: 0.1 }, refused: { atMost: 0 } },
} as const satisfies Record<string, Measured['targets']>;

/** Cold median at the largest site, in medians at the smallest. */
const MAX_GROWTH = { usual: 2, deep: 4 } as const;
const MAX_P95_MS = { usual: 25, text: 60 } as const;
const P95 = 0.95;

/** Judges one case by its times at each size, the smallest first; the heavier subject counts. */
export function measuredCase({ isText, isDeep }: Omit<Case, 'url'>, sizes: ReadonlyMap<number, Times>): Measured {
  const figures: Record<string, number> = {};
  const targets: Record<string, Target> = {};
  for (const [posts, { big, small }] of sizes) {
    figures[`median_${posts}`] = Math.max(median(big), median(small));
    figures[`p95_${posts}`] = quantile([...big, ...small], P95);
    targets[`p95_${posts}`] = { atMost: isText ? MAX_P95_MS.text : MAX_P95_MS.usual };
  }
  const [first, ...larger] = [...sizes.values()];
  const last = larger.at(-1);
  if (!first || !last) return { figures, targets };
  figures['growth'] = Math.max(median(last.big) / median(first.big), median(last.small) / median(first.small));
  targets['growth'] = { atMost: isDeep ? MAX_GROWTH.deep : MAX_GROWTH.usual };
  return { figures, targets };
}
