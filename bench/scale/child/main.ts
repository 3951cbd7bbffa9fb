import { openDumps } from '../../../sandbox/dump/open.ts';

const KB_PER_MB = 1000;

/** Loads a made site into a database, and prints what that took: the peak memory is this process's own. */
const [folder = '', database = '', now = ''] = process.argv.slice(2);
let broken = 0;
const began = performance.now();
await openDumps(database, [{ folder, site: 'scale' }], Number(now), {
  broken: () => (broken += 1),
  orphaned: (_file, _ids, count) => (broken += count),
  missing: () => (broken += 1),
});
const seconds = (performance.now() - began) / 1000;
const peak = process.resourceUsage().maxRSS / KB_PER_MB;
process.stdout.write(`${JSON.stringify({ seconds, peak_rss_mb: peak, broken_rows: broken })}\n`);
