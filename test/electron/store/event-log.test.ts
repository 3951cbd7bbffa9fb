import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { eventsAfter, itemOfNumber, lastEvent } from '../../../electron/store/event-log.ts';
import { openHistory, type History } from '../../../electron/store/history.ts';
import { inboxEvent } from '../../support/events.ts';
import { sql } from '../../support/sql.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describe('the log of events', () => {
  let file: string;
  beforeEach(() => (file = join(temporaryFolder(), 'history.sqlite')));

  const open = (): History => {
    const history = openHistory(file);
    onTestFinished(() => history.close());
    return history;
  };
  const adaOf = (history: History) => history.profile({ network: 'demo', accountId: 1, displayName: 'Ada' });
  const keys = (history: History, after = 0) => eventsAfter(history.file, after, 100).map(({ key }) => key);

  it('has items in the order in which they came, each with a number that is never used again', async () => {
    const history = open();
    const { inbox } = adaOf(history);
    inbox.add([inboxEvent('late', { createdAt: 9_000_000 }), inboxEvent('early')], 1);
    inbox.add([inboxEvent('late', { createdAt: 9_000_000 }), inboxEvent('third')], 2);
    expect(keys(history)).toEqual(['late', 'early', 'third']);
    expect([inbox.get('third')?.number, itemOfNumber(history.file, 3)?.key]).toEqual([3, 'third']);
    // A snooze moves the item, and not its number.
    inbox.snooze(['late'], 10);
    inbox.returnDue(20);
    expect(inbox.get('late')?.number).toBe(1);
    await history.deleteEverything(30);
    expect([keys(history), lastEvent(history.file), itemOfNumber(history.file, 3)]).toEqual([[], 3, undefined]);
    inbox.add([inboxEvent('fourth', { createdAt: 99_000_000 })], 40);
    expect(eventsAfter(history.file, 3, 100)).toMatchObject([{ id: 4, key: 'fourth', kind: 'item', at: 40 }]);
  });

  it('has each item that comes while all is deleted, and stays', async () => {
    const history = open();
    const { inbox } = adaOf(history);
    inbox.add([inboxEvent('before')], 1);
    const came: string[] = [];
    let isDeleting = true;
    const deleted = history.deleteEverything(30).finally(() => (isDeleting = false));
    for (; isDeleting; await setImmediate()) {
      came.push(`came-${came.length}`);
      inbox.add([inboxEvent(came.at(-1)!)], 31);
    }
    await deleted;
    const kept = came.filter((key) => inbox.get(key));
    expect(kept.length).toBeGreaterThan(1);
    expect(keys(history)).toEqual(kept);
  });

  it('tells nothing of what is imported, which has numbers all the same', () => {
    const history = open();
    const ada = adaOf(history);
    ada.inbox.add([inboxEvent('own')], 1);
    const item = { ...inboxEvent('old'), link: 'https://s.example/', tags: [], person: '', body: '' };
    const site = { id: 'beds', name: 'Beds' };
    const change = { key: 'r', site, change: 10, onDate: 5 };
    history.importRows(ada.profile, { inbox: [item], reputation: [change] }, new Map(), 2);
    expect(keys(history)).toEqual(['own']);
    expect(ada.inbox.get('old')?.number).toBe(2);
    ada.reputation.add([{ ...change, key: 'r2' }], 3);
    expect(eventsAfter(history.file, 0, 100).at(-1)).toMatchObject({ id: 4, kind: 'reputation', key: 'r2' });
  });

  it('begins with what an earlier Askbell received', () => {
    sql(file, readFileSync(join(import.meta.dirname, 'database', 'released', 'schema-11.sql'), 'utf8'));
    const history = open();
    const events = eventsAfter(history.file, 0, 100);
    expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => index + 1));
    expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).toSorted((a, b) => a - b));
    expect(new Set(events.map(({ kind }) => kind))).toEqual(new Set(['item', 'reputation']));
  });

  it('keeps its ids where a damaged history is salvaged', () => {
    const written = openHistory(file);
    adaOf(written).inbox.add([inboxEvent('b', { createdAt: 9_000_000 }), inboxEvent('a')], 1);
    written.close();
    sql(file, 'PRAGMA user_version = 5');
    const history = open();
    expect(history.file.troubles()).toMatchObject([{ kind: 'history-damaged' }]);
    expect(keys(history)).toEqual(['b', 'a']);
    expect(adaOf(history).inbox.get('a')?.number).toBe(2);
  });

  it.each([
    ['whole, but of an unknown version', true, 1],
    ['no database any more, and its backup an old one', false, 1_000_000],
  ])('gives no id again where the history was %s', async (_, isWhole, lost) => {
    const written = openHistory(file);
    const { inbox } = adaOf(written);
    inbox.add([inboxEvent('a')], 1);
    await written.backUp(1);
    inbox.add([inboxEvent('lost')], 2);
    if (isWhole) await written.deleteEverything(3);
    written.close();
    if (isWhole) sql(file, 'PRAGMA user_version = 5');
    else writeFileSync(file, 'a letter to my aunt\n'.repeat(500));
    const history = open();
    const last = lastEvent(history.file);
    expect(last).toBeGreaterThan(lost);
    adaOf(history).inbox.add([inboxEvent('new', { createdAt: 99_000_000 })], 4);
    expect(eventsAfter(history.file, last, 100)).toMatchObject([{ id: last + 1, key: 'new' }]);
  });
});
