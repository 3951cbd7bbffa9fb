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
