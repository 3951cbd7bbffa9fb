import { describe, expect } from 'vitest';
import { it } from './story.ts';

// docs/api.md, "The public service in 2026": what differs between the two worlds, the sandbox can play.
describe.each(['specification', 'public'] as const)('the whole story, on a network like the %s', (like) => {
  it.override('options', { demo: false, sandbox: { like, protection: 0 } });

  it('sign-in, news, read, restart, revoked', async ({ world, people }) => {
    const unread = async () => (await world.state()).unread;
    const listedUnread = async () =>
      (await world.window.inbox.list({ limit: 5 })).entries.filter((entry) => entry.unread);
    await world.window.session.signIn(world.own());
    await world.round(2);
    expect(await world.state()).toMatchObject({ phase: 'running', conditions: [] });
    // What was there before is listed and not announced.
    expect(world.shown()).toEqual([]);

    people.answers('Try this.');
    await world.round(2);
    expect(world.shown()).toEqual([`inbox: ${people.title}`]);
    people.votes();
    await world.round(4);
    expect(world.shown()).toEqual([`inbox: ${people.title}`, `reputation: +10 reputation on ${people.siteName}`]);

    const item = await world.newest();
    const before = await unread();
    expect(item).toMatchObject({ title: people.title, unread: true });
    await world.window.inbox.mark({ keys: [item.key], as: 'read' });
    expect(await unread()).toBe(before - 1);

    // What is read on the website is read here, within one poll of the inbox.
    people.answers('Or this.', 1);
    await world.round(2);
    expect(await unread()).toBe(before);
    world.sandbox.world.actions.readOnWebsite({ accountId: people.accountId });
    await world.round(2);
    expect(await unread()).toBeLessThan(before);
    expect(await listedUnread()).toEqual([]);

    await world.restart();
    await world.round(2);
    expect(world.shown()).toEqual([]);
    expect(await world.state()).toMatchObject({ phase: 'running', conditions: [] });
    expect(await listedUnread()).toEqual([]);

    await world.control.revoke();
    await world.round(2);
    expect(await world.conditions()).toEqual(['signed-out']);
    // What was received can still be read.
    expect((await world.newest()).title).toBe(people.title);
  });
});
