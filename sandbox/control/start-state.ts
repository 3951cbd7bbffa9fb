import type { DatabaseSync } from 'node:sqlite';
import { createKeeping, dropKeeping } from '../world/database/kept.ts';

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

interface Table {
  name: string;
  columns: string[];
  /** Columns of the key of a row. */
  key: string[];
}

function tablesOf(db: DatabaseSync): Table[] {
  const tables = db
    .prepare(
      `SELECT name FROM pragma_table_list
        WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
    )
    .all();
  return tables.map(({ name }) => {
    const columns = db.prepare('SELECT name, pk FROM pragma_table_info(?)').all(name ?? '');
    const key = columns.filter(({ pk }) => Number(pk) > 0).map((column) => String(column['name']));
    return {
      name: String(name),
      columns: columns.map((column) => String(column['name'])),
      key: key.length > 0 ? key : ['rowid'],
    };
  });
}

/** SQL whose value is the statement that undoes one change of one row. */
const undoing = {
  insert: ({ name, key }: Table) => `'DELETE FROM ${quoted(name)} WHERE ' || ${named(key, 'NEW')}`,
  delete: ({ name, columns }: Table) =>
    `'INSERT INTO ${quoted(name)} (${columns.map(quoted).join(', ')}) VALUES (' || ` +
    `${columns.map((column) => `quote(OLD.${quoted(column)})`).join(` || ',' || `)} || ')'`,
  update: ({ name, columns, key }: Table) =>
    `'UPDATE ${quoted(name)} SET ' || ` +
    columns.map((column) => `'${quoted(column)} = ' || quote(OLD.${quoted(column)})`).join(` || ', ' || `) +
    ` || ' WHERE ' || ${named(key, 'NEW')}`,
} as const;

const named = (key: readonly string[], row: 'NEW' | 'OLD') =>
  key.map((column) => `'${quoted(column)} = ' || quote(${row}.${quoted(column)})`).join(` || ' AND ' || `);

/**
 * Remembers the present state by noting, from now on, how each change can be undone (after
 * https://sqlite.org/undoredo.html). Costs nothing for what is there already, and a little for each change.
 * @returns a function that undoes every change since
 */
export function rememberStartState(db: DatabaseSync): () => void {
  // Without this, rows that INSERT OR REPLACE removes are not noted.
  db.exec(
    'PRAGMA recursive_triggers = ON; CREATE TEMP TABLE undo (step INTEGER PRIMARY KEY, sql TEXT NOT NULL) STRICT',
  );
  const triggers = tablesOf(db).flatMap((table) =>
    (['insert', 'delete', 'update'] as const).map((change) => {
      const trigger = quoted(`undo ${change} ${table.name}`);
      return {
        create: `CREATE TEMP TRIGGER ${trigger} AFTER ${change.toUpperCase()} ON main.${quoted(table.name)}
          BEGIN INSERT INTO undo (sql) VALUES (${undoing[change](table)}); END`,
        drop: `DROP TRIGGER temp.${trigger}`,
      };
    }),
  );
  const watch = () => db.exec(triggers.map(({ create }) => create).join(';\n'));
  watch();
  return () => {
    const steps = db.prepare('SELECT sql FROM undo ORDER BY step DESC').all();
    db.exec(triggers.map(({ drop }) => drop).join(';\n'));
    db.exec('BEGIN IMMEDIATE');
    // What is kept was noted with the rest; texts follow by themselves.
    dropKeeping(db);
    for (const { sql } of steps) db.exec(String(sql));
    createKeeping(db);
    db.exec('COMMIT; DELETE FROM undo');
    watch();
  };
}
