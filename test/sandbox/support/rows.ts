import type { World } from '../../../sandbox/world/world.ts';

/** All rows of a query, as plain objects. */
export function rows<Row = Record<string, unknown>>(
  world: Pick<World, 'db'>,
  sql: string,
  ...parameters: (string | number)[]
): Row[] {
  return world.db
    .prepare(sql)
    .all(...parameters)
    .map((row) => ({ ...row }) as Row);
}

/** The first value of each row of a query. */
export const column = <Value = number>(world: World, sql: string, ...parameters: (string | number)[]): Value[] =>
  rows(world, sql, ...parameters).map((row) => Object.values(row)[0] as Value);

/** Everything in the database, table by table, each row as a text. */
export function everything({ db }: World): Record<string, string[]> {
  const tables = db
    .prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%'")
    .all();
  const textsOf = (table: string) =>
    db
      .prepare(`SELECT * FROM "${table}"`)
      .all()
      .map((row) => JSON.stringify(row));
  return Object.fromEntries(tables.map(({ name }) => [String(name), textsOf(String(name)).toSorted()]));
}
