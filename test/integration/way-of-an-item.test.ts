import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, it } from 'vitest';
import { aRound, cast, createWorld, type World } from './askbell.ts';

let world: World;
afterEach(() => world.close());

const COMMENT = 'Could you say which valve you mean?';

/** What the history has of the comment, read by a connection of its own: only what is committed is seen. */
function stored(): string {
  const db = new DatabaseSync(join(world.dataDir, 'history.sqlite'), { readOnly: true });
  try {
    const items = db.prepare('SELECT key FROM inbox_items WHERE excerpt = ? OR body = ?').all(COMMENT, COMMENT);
    const states = db
      .prepare("SELECT state, subjects FROM notifications WHERE kind = 'inbox'")
      .all()
      .filter(({ subjects }) => items.some(({ key }) => String(subjects).includes(String(key))));
    return [`${items.length} item`, ...states.map(({ state }) => String(state))].join(', ');
  } finally {
    db.close();
  }
}

it('leads from the response over the history to the desktop, each step committed before the next', async () => {
  const steps: string[] = [];
  world = await createWorld({
    tamper(path, items) {
      if (items.some(({ body }) => body === COMMENT)) steps.push(`response to ${path}: ${stored()}`);
      return items;
    },
  });
  const people = cast(world.sandbox);
  await world.pass(aRound);
  const { desktop } = world;
  const notify = desktop.notify.bind(desktop);
  desktop.notify = (notification) => {
    steps.push(`desktop, ${notification.kind}: ${stored()}`);
    return notify(notification);
  };
  const windowClosed = new AbortController();
  const changes = await world.window.changes(undefined, { signal: windowClosed.signal });
  void (async () => {
    for await (const { of } of changes) if (of === 'inbox') steps.push(`window, list of the inbox: ${stored()}`);
  })().catch(() => undefined);
  world.sandbox.world.actions.comment({
    site: people.site,
    userId: people.others[0]!,
    postId: people.questionId,
    body: COMMENT,
  });
  await world.pass(aRound);
  expect(steps.slice(0, 3)).toEqual([
    'response to /inbox: 0 item',
    'window, list of the inbox: 1 item, pending',
    'desktop, inbox: 1 item, shown',
  ]);
  expect(desktop.shown.filter(({ kind }) => kind === 'inbox')).toHaveLength(1);
  windowClosed.abort();
  await world.crash();
  await world.pass(2 * aRound);
  expect(world.desktop.shown.filter(({ kind }) => kind === 'inbox')).toHaveLength(0);
});
