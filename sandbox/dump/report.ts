import { PARTS, type DumpListener } from './dump.ts';
import type { ProgressBar } from './progress.ts';

/** Broken rows of one file that are told one by one; the rest is counted. */
const TOLD_PER_FILE = 10;

/** Tells whoever runs the sandbox what happens while dumps are loaded. */
export function createDumpReport(bar: ProgressBar): DumpListener {
  const skipped = new Map<string, number>();
  return {
    progress: (what, done, total) => bar.show(what, done, total),
    broken(file, row, why) {
      const count = (skipped.get(file) ?? 0) + 1;
      skipped.set(file, count);
      if (count <= TOLD_PER_FILE) bar.note(`${file}, row ${row}: ${why}; skipped`);
    },
    orphaned(file, ids, count) {
      const more = count > ids.length ? ` and ${count - ids.length} more` : '';
      bar.note(
        `${file}: ${count === 1 ? '1 answer' : `${count} answers`} to questions that are not there ` +
          `(${ids.join(', ')}${more}); skipped`,
      );
    },
    resumed: () => bar.note('Going on with what an earlier start has loaded'),
    leftOut: (site, part) => bar.note(`${site} is loaded without ${part}, so these lack: ${PARTS[part]}`),
    missing: (file) => bar.note(`${file} is not there; going on without it`),
    loaded(bytes) {
      for (const [file, count] of skipped)
        if (count > TOLD_PER_FILE) bar.note(`${file}: ${count - TOLD_PER_FILE} more rows skipped`);
      bar.end(bytes);
    },
  };
}
