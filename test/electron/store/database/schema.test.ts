import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { LATEST_SCHEMA, upgradeSchema } from '../../../../electron/store/database/schema.ts';
import { openHistory } from '../../../../electron/store/history.ts';
import { inboxEvent } from '../../../support/events.ts';
import { matchesOf } from '../../../support/matches.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { sql } from '../../../support/sql.ts';

/** Histories that earlier Askbells wrote, as text. */
const RELEASED = join(import.meta.dirname, 'released');

/** The marks and the number of rows in each table; the triggers derive the other tables. */
function contentOf(raw: DatabaseSync) {
  const count = (table: string) => raw.prepare(`SELECT count(*) AS n FROM ${table}`).get()!['n'];
  const tables = ['inbox_items', 'inbox_tags', 'questions', 'reputation_events', 'reputation_history', 'notifications'];
  const others = ['profiles', 'sites', 'accounts', 'posts', 'muted_questions'];
  const marks = raw.prepare("SELECT * FROM marks WHERE name NOT IN ('notification-pace', 'identity') ORDER BY name");
  return { marks: marks.all(), rows: Object.fromEntries([...tables, ...others].map((name) => [name, count(name)])) };
}

/** The schema without the order of columns, and its SQL without line breaks. */
function schemaOf(raw: DatabaseSync) {
  const all = raw.prepare("SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY 1, 2");
  return all.all().map(({ type, name, sql }) => {
    if (type !== 'table' || String(name).startsWith('inbox_search'))
      return { type, name, sql: String(sql).replaceAll(/\s+/g, '') };
    const columns = raw.prepare('SELECT name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(?)');
    return { type, name, columns: columns.all(String(name)).toSorted((a, b) => (a['name']! < b['name']! ? -1 : 1)) };
  });
}

describe('a history of an earlier Askbell', () => {
  let folder: string;
  beforeEach(() => (folder = temporaryFolder()));

  it.each(readdirSync(RELEASED))('%s opens with every row and mark once, in the schema of a new history', (name) => {
    const [raw, fresh] = [new DatabaseSync(':memory:'), new DatabaseSync(':memory:')];
    raw.exec(readFileSync(join(RELEASED, name), 'utf8'));
    const before = contentOf(raw);
    upgradeSchema(raw);
    upgradeSchema(fresh);
    expect(contentOf(raw)).toEqual(before);
    expect(before.marks).not.toEqual([]);
    expect(Object.values(before.rows).filter((n) => n === 0).length).toBeLessThan(4);
    expect(schemaOf(raw)).toEqual(schemaOf(fresh));
    for (const db of [raw, fresh]) db.close();
  });

  it.each(readdirSync(RELEASED))('%s opens with everything in it, and goes on', (name) => {
    const file = join(folder, 'history.sqlite');
    sql(file, readFileSync(join(RELEASED, name), 'utf8'));
    const history = openHistory(file);
    expect(history.file.troubles()).toEqual([]);
    const ada = history.lastProfile('demo', 1)!;
    expect(ada.profile.displayName).toBe('Ada');
    expect(ada.inbox.list(5)).toMatchObject([
      { key: 'new_answer|loops|3/6/|9', questionId: 3, answerId: 6, tags: ['b'], unread: false },
      { key: 'comment|loops|1/5/7|9', questionId: 1, answerId: 5, commentId: 7, tags: ['a'], unread: true },
    ]);
    const found = history.inboxOf([ada.profile.id]).list({ text: 'cafe' }, 5);
    expect(found.items.map(({ key }) => key)).toEqual(['comment|loops|1/5/7|9']);
    expect(matchesOf(ada)).toMatchObject([
      { questionId: 2, unread: true, announced: true, matchedAt: 200 },
      { questionId: 1, unread: false, announced: false, matchedAt: 100 },
    ]);
    // What watches had found is listed among the items, read as far as it was, and can be found.
    const listed = history.inboxOf([ada.profile.id]);
    expect(listed.list({ source: 'watches' }, 5).items).toMatchObject([
      { key: 'askbell_match|loops|2', questionId: 2, watchIds: ['w'], tags: ['a'], listedAt: 200, unread: true },
      { key: 'askbell_match|loops|1', questionId: 1, watchIds: ['w'], tags: ['a'], listedAt: 100, unread: false },
    ]);
    expect(listed.list({ text: 'Q2' }, 5).items.map(({ key }) => key)).toEqual(['askbell_match|loops|2']);
    expect(listed.counts({})).toMatchObject({ total: 4, unread: 2 });
    expect(ada.reputation.accounts()).toMatchObject([{ site: { id: 'loops' }, reputation: 120, explained: 110 }]);
    expect(ada.reputation.list(5)).toMatchObject([{ key: 'r1', change: 10 }]);
    expect(ada.notifications.pending()).toMatchObject([{ title: 'Q2', silent: false }]);
    expect(ada.mark('cursor:questions:loops')).toEqual({ newest: 300, behind: false, page: 1 });
    expect(ada.mark('notification-pace')).toBeUndefined();
    expect(history.sites('demo')).toMatchObject([{ id: 'loops' }]);
    // What was announced is known, and what comes now is new.
    const known = ada.inbox.list(5).map((item) => ({ ...item, unreadAtNetwork: true }));
    expect(ada.inbox.add([...known, { ...known[0]!, key: 'comment|loops|4/8/9|9' }], 9900)).toHaveLength(1);
    history.close();
  });

  it('is saved like a damaged one where no step leads on from its version', () => {
    const file = join(folder, 'history.sqlite');
    const written = openHistory(file);
    const { inbox } = written.profile({ network: 'demo', accountId: 1, displayName: 'Ada' });
    inbox.add([inboxEvent('a')], 1);
    for (const mark of ['done', 'saved'] as const) inbox.mark(['a'], mark, 2);
    written.close();
    sql(file, 'PRAGMA user_version = 5');
    const history = openHistory(file, { now: Date.now, warn: () => undefined });
    const problem = 'its schema has the unknown version 5';
    expect(history.file.troubles()).toMatchObject([{ kind: 'history-damaged', report: { problem } }]);
    const ada = history.lastProfile('demo', 1)!;
    expect(ada.profile.displayName).toBe('Ada');
    expect(ada.inbox.get('a')).toMatchObject({ unread: false, done: true, saved: true });
    history.close();
  });

  it('is refused in plain words where it comes from a later Askbell, and left as it was', () => {
    const file = join(folder, 'history.sqlite');
    openHistory(file).close();
    sql(file, `PRAGMA user_version = ${LATEST_SCHEMA + 1}`);
    const before = readFileSync(file);
    expect(() => openHistory(file)).toThrow(/written by a newer Askbell\. Update Askbell, or move the file away/);
    expect(readFileSync(file).equals(before)).toBe(true);
  });
});
