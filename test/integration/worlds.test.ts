import { afterEach, describe, expect, it } from 'vitest';
import { createSandboxControl } from '../../sandbox/control/client.ts';
import { aRound, cast, createWorld, type World } from './askbell.ts';

// docs/api.md, "The public service in 2026": what differs between the two worlds, the sandbox can play.
describe.each(['specification', 'public'] as const)('the whole story, on a network like the %s', (like) => {
  let world: World;
  afterEach(() => world.close());

  const state = () => world.window.state.get();
  const shown = () => world.desktop.shown.map(({ kind, title }) => `${kind}: ${title}`);

  it('sign-in, news, read, restart, revoked', async () => {
    world = await createWorld({ demo: false, sandbox: { like, protection: 0 } });
    const { sandbox } = world;
    await world.window.session.signIn({
      kind: 'other',
      name: 'Mine',
      apiBaseUrl: sandbox.apiBaseUrl,
      authUrl: sandbox.authUrl,
      clientId: 'mine',
      key: 'my-key',
    });
    await world.pass(2 * aRound);
    expect(await state()).toMatchObject({ phase: 'running', conditions: [] });
    // What was there before is listed and not announced.
    expect(shown()).toEqual([]);

    const people = cast(sandbox);
    const { site, questionId, others } = people;
    const { actions } = sandbox.world;
    actions.answer({ site, userId: others[0]!, questionId, body: '<p>Try this.</p>' });
    await world.pass(2 * aRound);
    expect(shown()).toEqual([`inbox: ${people.title}`]);
    actions.vote({ site, userId: others[2]!, postId: questionId, direction: 'up' });
    await world.pass(4 * aRound);
    expect(shown()).toEqual([`inbox: ${people.title}`, `reputation: +10 reputation on ${people.siteName}`]);

    const [item] = (await world.window.inbox.list({ limit: 1 })).entries;
    const before = (await state()).unread;
    expect(item).toMatchObject({ title: people.title, unread: true });
    await world.window.inbox.setRead({ keys: [item!.key], read: true });
    expect((await state()).unread).toBe(before - 1);

    // What is read on the website is read here, within one poll of the inbox.
    actions.answer({ site, userId: others[1]!, questionId, body: '<p>Or this.</p>' });
    await world.pass(2 * aRound);
    expect((await state()).unread).toBe(before);
    actions.readOnWebsite({ accountId: people.accountId });
    await world.pass(2 * aRound);
    expect((await state()).unread).toBeLessThan(before);
    expect((await world.window.inbox.list({ limit: 5 })).entries.filter(({ unread }) => unread)).toEqual([]);

    await world.restart();
    await world.pass(2 * aRound);
    expect(shown()).toEqual([]);
    expect(await state()).toMatchObject({ phase: 'running', conditions: [] });
    expect((await world.window.inbox.list({ limit: 5 })).entries.filter(({ unread }) => unread)).toEqual([]);

    await createSandboxControl(sandbox.apiBaseUrl).revoke();
    await world.pass(2 * aRound);
    expect((await state()).conditions.map(({ kind }) => kind)).toEqual(['signed-out']);
    // What was received can still be read.
    expect((await world.window.inbox.list({ limit: 1 })).entries[0]?.title).toBe(people.title);
  });
});
