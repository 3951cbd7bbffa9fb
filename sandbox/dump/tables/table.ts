import type { DatabaseSync } from 'node:sqlite';
import type { DumpPart } from '../dump.ts';
import type { RowValues } from '../rows.ts';

/** The kinds of the posts that were read, a byte each. */
export class PostTypes {
  #types = new Uint8Array(1024);

  set(id: number, type: number): void {
    if (id < 0) return;
    if (id >= this.#types.length) {
      const grown = new Uint8Array(Math.max(id + 1, this.#types.length * 2));
      grown.set(this.#types);
      this.#types = grown;
    }
    this.#types[id] = type;
  }

  /** Returns 1 or 2; null for a post that is not there or none of the API. */
  get(id: number): 1 | 2 | null {
    const type = this.#types[id];
    return type === 1 || type === 2 ? type : null;
  }
}

/** Where a table's rows go. */
export interface Target {
  readonly db: DatabaseSync;
  readonly siteId: number;
  /** Ids of the site's tags by name; files that come later find what earlier ones put there. */
  readonly tags: Map<string, number>;
  readonly postTypes: PostTypes;
  /** Parts that are wanted. */
  readonly only: readonly DumpPart[];
}

/** One file of a dump. */
export interface DumpTable {
  readonly file: string;
  /** Parts that its rows are. */
  readonly parts: readonly DumpPart[];
  /** The columns it takes; a file of another age may lack some and have others. */
  readonly columns: readonly string[];
  /** Gives what takes a row, which throws `RowError` for one that cannot be used. */
  into(target: Target): (values: RowValues) => void;
}
