import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fillHistory, OWNER, WATCH } from '../../../../bench/history/fill.ts';
import { InboxSelections } from '../../../../electron/store/inbox/selection.ts';
import type { InboxFilter } from '../../../../common/schemas/settings.ts';
import { openHistory, type History } from '../../../../electron/store/history.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const ITEMS = 2000;
const PAGE = 20;

const FILTERS: InboxFilter[] = [
  {},
  { unread: true },
  { site: ['1:site-1'] },
  { kind: ['kind-3'] },
  { source: 'inbox' },
  { source: 'watches', unread: true },
  { watch: WATCH, unread: true },
  { tag: ['tag-7'] },
  { tag: ['tag-7', 'tag-3'], site: ['1:site-1', '1:site-2'] },
  { state: 'snoozed' },
  { state: 'done' },
  { state: 'saved' },
];

let folder: string;
let history: History;
beforeEach(() => {
  folder = temporaryFolder();
  fillHistory(join(folder, 'history.sqlite'), ITEMS);
  history = openHistory(join(folder, 'history.sqlite'));
});
afterEach(() => history.close());

it.each(FILTERS)('a large inbox reads a page of %o from an index in its order, and sorts nothing', (filter) => {
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
