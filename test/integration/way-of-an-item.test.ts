import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect } from 'vitest';
import { it } from './story.ts';

const COMMENT = 'Could you say which valve you mean?';

/** What the history has of the comment, read by a connection of its own: only what is committed is seen. */
function stored(dataDir: string): string {
  const db = new DatabaseSync(join(dataDir, 'history.sqlite'), { readOnly: true });
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

describe('the way of an item', () => {
  const steps: string[] = [];
  let step: (name: string) => void = () => undefined;
  it.override('options', {
    tamper(path, items) {
      if (items.some(({ body }) => body === COMMENT)) step(`response to ${path}`);
      return items;
    },
  });

  it('leads from response over history to desktop, each step committed before the next', async ({ world, people }) => {
    step = (name) => void steps.push(`${name}: ${stored(world.dataDir)}`);
    const { desktop } = world;
    const notify = desktop.notify.bind(desktop);
    desktop.notify = (notification) => {
      step(`desktop, ${notification.kind}`);
      return notify(notification);
    };
    const close = await world.follow(
      (options) => world.window.changes(undefined, options),
      ({ of }) => void (of === 'inbox' && step('window, list of the inbox')),
    );
    people.comments(COMMENT);
    await world.round();
    expect(steps.slice(0, 3)).toEqual([
      'response to /inbox: 0 item',
      'window, list of the inbox: 1 item, pending',
      'desktop, inbox: 1 item, shown',
    ]);
    expect(world.shown()).toEqual([`inbox: ${people.title}`]);
    close();
    await world.crash();
    await world.round(2);
    expect(world.desktop.shown.filter(({ kind }) => kind === 'inbox')).toHaveLength(0);
  });
});
