import type { Bindings, Statements } from '../../world/database/statements.ts';
import type { CompiledObject } from '../objects/compile.ts';
import type { Beginning } from './encode.ts';
import { JoinedBodies } from './joined-bodies.ts';
import { RowSlab } from './row-slab.ts';

/** Rows of a table under one filter and version. */
export interface ReadyKind {
  readonly object: CompiledObject;
  readonly table: string;
  readonly alias: string;
  /** SQL that is true for a row whose object may change with nothing but time, and so is not kept; `$` is the alias. */
  readonly unsettled: string;
  /** Whatever the object's SQL may bind. */
  readonly bindings: Bindings;
  readonly self: string;
}

const powerOfTwo = (count: number) => 2 ** Math.ceil(Math.log2(Math.max(1, count)));

/**
 * Objects that lists are made of, each as the compressed JSON text it becomes. Making that of a row costs more than
 * everything else an answer takes, and most answers share rows with earlier ones. What is compressed in parts that end
 * on whole bytes can be joined without compressing anew (RFC 1951), and so can its checksum.
 */
export class ReadyRows {
  readonly #statements: Statements;
  readonly #slab = new RowSlab();
  readonly #bodies = new JoinedBodies(this.#slab);
  #groups = new Map<CompiledObject, Map<number, number>>();

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** Forgets all, since something has changed. */
  clear(): void {
    this.#slab.clear();
    this.#groups = new Map();
  }

  /**
   * @param kind which table's rows become which object
   * @param ids of the rows on the site, in order
   * @param head JSON text before the list's items
   * @param tail JSON text after them, of less than 64 KiB as `head` is
   * @returns undefined where there is no room for them
   */
  join(kind: ReadyKind, siteId: number, ids: readonly number[], head: string, tail: string): Beginning | undefined {
    const places = ids.length === 0 ? [] : this.#placesOf(kind, siteId, ids);
    return places && this.#bodies.join(places, head, tail);
  }

  /**
   * Where the rows are; those that are not there yet are made.
   * @returns undefined where there is no room for them
   */
  #placesOf(kind: ReadyKind, siteId: number, ids: readonly number[]): number[] | undefined {
    const { table } = this.#slab;
    const group = this.#groupOf(kind, siteId);
    const places: number[] = [];
    const lacking: number[] = [];
    for (const id of ids) {
      const place = table.find(group, id);
      if (place < 0) lacking.push(id);
      else places.push(place);
    }
    if (lacking.length === 0) return places;
    const passing = table.group();
    const wasEmpty = this.#slab.isEmpty;
    if (!this.#make(kind, siteId, lacking, group, passing)) {
      this.clear();
      return wasEmpty ? undefined : this.#placesOf(kind, siteId, ids);
    }
    return ids.map((id) => Math.max(table.find(group, id), table.find(passing, id))).filter((place) => place >= 0);
  }

  /**
   * Makes the rows that are missing; those that must not be kept go to the group `passing`.
   * @returns whether everything found room
   */
  #make(kind: ReadyKind, siteId: number, ids: readonly number[], group: number, passing: number): boolean {
    const { object, table, alias, unsettled, bindings, self } = kind;
    const count = powerOfTwo(ids.length);
    const bound: Bindings = { ...bindings, site: siteId };
    for (let index = 0; index < count; index += 1) bound[`id${index}`] = ids[Math.min(index, ids.length - 1)] ?? null;
    const list = Array.from({ length: count }, (_, index) => `:id${index}`).join(', ');
    const found = this.#statements.all(
      `SELECT ${alias}.id AS "#", (${unsettled.replaceAll('$', alias)}) AS "~", ${object.columns}
         FROM ${table} AS ${alias} ${object.joins} WHERE ${alias}.site_id = :site AND ${alias}.id IN (${list})`,
      bound,
    );
    return found.every((row) => {
      const text = JSON.stringify(object.build(row, self));
      return this.#slab.put(row['~'] === 1 ? passing : group, Number(row['#']), text);
    });
  }

  #groupOf({ object }: ReadyKind, siteId: number): number {
    let bySite = this.#groups.get(object);
    if (bySite === undefined) this.#groups.set(object, (bySite = new Map()));
    let group = bySite.get(siteId);
    if (group === undefined) bySite.set(siteId, (group = this.#slab.table.group()));
    return group;
  }
}
