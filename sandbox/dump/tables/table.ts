import type { DatabaseSync } from 'node:sqlite';
import type { RowValues } from '../xml/attributes.ts';

/** Where a table's rows go. */
export interface Target {
  readonly db: DatabaseSync;
  readonly siteId: number;
  /** Ids of the site's tags by name; files that come later find what earlier ones put there. */
  readonly tags: Map<string, number>;
}

/** One file of a dump. */
export interface DumpTable {
  readonly file: string;
  /** The columns it takes; a file of another age may lack some and have others. */
  readonly columns: readonly string[];
  /** Gives what takes a row, which throws `RowError` for one that cannot be used. */
  into(target: Target): (values: RowValues) => void;
}
