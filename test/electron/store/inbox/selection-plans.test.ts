import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fillHistory, OWNER, WATCH } from '../../../../bench/scale/fill.ts';
import { InboxSelections } from '../../../../electron/store/inbox/selection.ts';
import type { InboxFilter } from '../../../../electron/store/inbox/inbox-row.ts';
import { openHistory, type History } from '../../../../electron/store/history.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const ITEMS = 2000;
const PAGE = 20;

const FILTERS: InboxFilter[] = [
  {},
  { unread: true },
  { site: 'site-1' },
  { kind: 'kind-3' },
  { source: 'inbox' },
  { source: 'watches', unread: true },
  { watch: WATCH, unread: true },
  { tag: 'tag-7' },
  { snoozed: true },
];

describe('an inbox of very many items', () => {
  let folder: string;
  let history: History;
  beforeEach(() => {
    folder = temporaryFolder();
    fillHistory(join(folder, 'history.sqlite'), ITEMS);
    history = openHistory(join(folder, 'history.sqlite'));
  });
  afterEach(() => history.close());

  it.each(FILTERS)('reads a page of %o from an index in its order, and sorts nothing', (filter) => {
    const { id } = history.lastProfile(OWNER.network, OWNER.accountId)!.profile;
    const owners = { profileIds: [id], mutedWatches: [] };
    for (const { from, id: place, where, values } of new InboxSelections(history.file, owners).of(filter)) {
      const sql = `EXPLAIN QUERY PLAN SELECT ${place} FROM ${from} WHERE ${where} AND ${place} < ? ORDER BY ${place} DESC
        LIMIT ?`;
      const plan = history.file.all<{ detail: string }>(sql, ...values, Number.MAX_SAFE_INTEGER, PAGE);
      const steps = plan.map(({ detail }) => detail).join('\n');
      expect(steps).not.toMatch(/SCAN (?!w\b|t\b|watch\b)|TEMP B-TREE/);
      expect(steps).toMatch(/SEARCH [it] /);
    }
  });

  it('keeps counts that are those of the rows', () => {
    const inbox = history.inboxOf([history.lastProfile(OWNER.network, OWNER.accountId)!.profile.id]);
    const rows = (where: string) =>
      history.file.get<{ n: number }>(`SELECT count(*) AS n FROM inbox_items WHERE ${where}`)!.n;
    expect(inbox.counts({})).toMatchObject({ total: ITEMS, unread: rows('read_at IS NULL') });
    expect(inbox.counts({ kind: 'kind-3' }).total).toBe(rows("item_type = 'kind-3'"));
    expect(inbox.counts({ watch: WATCH }).total).toBe(rows(`watch_ids = '["${WATCH}"]'`));
    expect(inbox.counts({ tag: 'tag-7' }).total).toBe(rows(`tags LIKE '%"tag-7"%'`));
  });
});
