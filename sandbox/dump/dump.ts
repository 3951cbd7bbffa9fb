/**
 * The room `dump` turns public data dumps into a world. It reads their XML files row by row, since they may be larger
 * than the memory, fills the world's tables, derives what the files leave out, and shows progress meanwhile.
 */

/** Parts of a dump that can be loaded by themselves, each with what is not known without it. */
export const PARTS = {
  questions: 'questions',
  answers: 'answers',
  users: 'people, so nobody can sign in',
  tags: 'which tags are required, or for moderators only',
  votes: 'up- and down-votes, bounties, most of the reputation history',
  history: 'sources of posts, reasons of closing, locks, protection, migrations',
  comments: 'comments',
  badges: 'badges and their counts',
  links: 'linked and duplicate questions',
} as const;
export type DumpPart = keyof typeof PARTS;
export const DUMP_PARTS = Object.keys(PARTS) as DumpPart[];

/** A public data dump's files, and the site it becomes. */
export interface Dump {
  /** A folder, or an archive (.7z). */
  folder: string;
  /** The api_site_parameter. */
  site: string;
  /** Where the site really is, e.g. `conlang.stackexchange.com`; clients may name it by that, too. */
  domain?: string;
  /** Parts to load; everything if left out. */
  only?: readonly DumpPart[];
}

/** Listener of a load of dumps. */
export interface DumpListener {
  /** @param done of `total` bytes; building what dumps lack is counted as if it were more bytes to read */
  progress?(what: string, done: number, total: number): void;
  /** All is done. @param bytes of the files */
  loaded?(bytes: number): void;
  /** A load that was killed goes on. */
  resumed?(): void;
  /** A row that was skipped. @param row counted from 1 */
  broken?(file: string, row: number, why: string): void;
  /** Answers that were skipped since their question is not there. @param ids the first of them @param count of all */
  orphaned?(file: string, ids: readonly number[], count: number): void;
  /** A file that the dump does not have. */
  missing?(file: string): void;
  /** A part that is not wanted. */
  leftOut?(site: string, part: DumpPart): void;
}

/** A dump that cannot be loaded; the message says why and what to do. */
export class DumpError extends Error {
  override readonly name = 'DumpError';
}

/** Where progress is shown: a terminal, or anything that takes lines. */
export interface Screen {
  readonly isTerminal: boolean;
  /** Of the terminal, in characters. */
  readonly columns: number;
  write(text: string): void;
}

/** How often a terminal's line is written anew; elsewhere a new line is written now and then. In milliseconds. */
const REFRESH_MS = { terminal: 100, lines: 5000 } as const;
/** How long loading must have run for its rate to be told. In milliseconds. */
const SETTLED_MS = 500;
const BAR_WIDTH = 20;

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(bytes < 10e6 ? 1 : 0);

/** Seconds as `45 s`, `3 min 05 s` or `2 h 10 min`. */
export function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`;
  const minutes = Math.ceil(whole / 60);
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}

/**
 * Shows how far loading is, with its rate and the time left.
 * @param milliseconds a steady clock
 */
export function createProgressBar(screen: Screen, milliseconds: () => number) {
  let startedAt: number | undefined;
  /** Bytes that were done by then: a load that goes on has not read them now. */
  let doneBefore = 0;
  let shownAt = Number.NEGATIVE_INFINITY;
  let isOpen = false;
  const clear = () => {
    if (isOpen) screen.write('\r\u001b[2K');
    isOpen = false;
  };
  const words = (what: string, done: number, total: number, elapsed: number) => {
    const share = total > 0 ? Math.min(1, done / total) : 1;
    const rate = elapsed >= SETTLED_MS ? (done - doneBefore) / (elapsed / 1000) : 0;
    const speed = rate > 0 ? `  ${megabytes(rate)} MB/s  ${duration((total - done) / rate)} left` : '';
    const filled = Math.round(share * BAR_WIDTH);
    const bar = screen.isTerminal ? `[${'#'.repeat(filled)}${'-'.repeat(BAR_WIDTH - filled)}] ` : '';
    return `${bar}${String(Math.floor(share * 100)).padStart(3)} %${speed}  ${what}`;
  };
  return {
    /** @param done of `total`, in bytes */
    show(what: string, done: number, total: number): void {
      const at = milliseconds();
      if (startedAt === undefined) [startedAt, doneBefore] = [at, done];
      if (at - shownAt < (screen.isTerminal ? REFRESH_MS.terminal : REFRESH_MS.lines)) return;
      shownAt = at;
      const line = words(what, done, total, at - startedAt);
      screen.write(screen.isTerminal ? `\r\u001b[2K${line.slice(0, Math.max(20, screen.columns - 1))}` : `${line}\n`);
      isOpen = screen.isTerminal;
    },
    /** Writes a line of its own without breaking the bar. */
    note(line: string): void {
      clear();
      screen.write(`${line}\n`);
    },
    /** Ends with a line that says how much was loaded, and how fast. */
    end(bytes: number): void {
      clear();
      if (startedAt === undefined) return;
      const seconds = Math.max(0.001, (milliseconds() - startedAt) / 1000);
      screen.write(`${megabytes(bytes)} MB loaded in ${duration(seconds)} (${megabytes(bytes / seconds)} MB/s)\n`);
    },
  };
}

/** Broken rows of one file that are told one by one; the rest is counted. */
const TOLD_PER_FILE = 10;

/** Creates a listener that reports a load to whoever runs the sandbox. */
export function createDumpReport(bar: ReturnType<typeof createProgressBar>): DumpListener {
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
