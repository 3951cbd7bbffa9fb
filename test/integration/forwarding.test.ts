import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { describe, expect } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../common/durations.ts';
import { ForwardTarget } from '../../common/schemas/forwarding.ts';
import { ForwardedMessage } from '../../electron/agent/forwarding/message.ts';
import { HttpReceiver } from '../electron/agent/forwarding/receivers.ts';
import type { Window } from '../support/process/assembled.ts';
import { aRound, type World } from './askbell.ts';
import { it as story } from './story.ts';

const SECRET = 'signing-key-0123456789';

const lines: string[] = [];
const noted = (line: string) => void lines.push(line);

const it = story.extend('hook', async () => new HttpReceiver().start());

const toHook = ({ url }: HttpReceiver) =>
  ForwardTarget.omit({ id: true }).parse({ kind: 'webhook', address: `${url}/private-path` });

const messagesOf = ({ received }: HttpReceiver) => received.map(({ body }) => ForwardedMessage.parse(JSON.parse(body)));

async function exported({ window }: World): Promise<string> {
  let text = '';
  for await (const piece of await window.data.export()) text += piece.text;
  return text;
}

describe('forwarding', () => {
  it.override('options', {
    parts: { log: { info: noted, warn: noted, error: noted } },
    sandbox: { quota: { key: 1500 } },
  });

  it('brings each notification once, over faults, a crash and a snooze', async ({ world, people, hook }) => {
    const { window } = world;
    expect(await window.forwarding.list()).toEqual([]);
    await window.forwarding.save({ ...toHook(hook), secret: SECRET });
    await world.answered('The text of the answer.');
    expect(messagesOf(hook)).toMatchObject([{ kind: 'inbox', title: people.title, network: 'demo', count: 1 }]);
    expect(hook.received[0]!.body).not.toContain('The text of the answer');
    await window.polling.snooze({ for: new Date(world.clock.now() + HOUR_MS) });
    expect(world.shown()).toHaveLength(1);
    hook.fault = '500';
    people.comments('Why so?', 1);
    await world.pass(aRound);
    expect(await window.forwarding.list()).toMatchObject([
      { waiting: 1, last: { delivered: false, why: 'answered', detail: '500' } },
    ]);
    await world.crash();
    hook.fault = 'none';
    await world.pass(aRound);
    await world.restartAndPass();
    const keys = messagesOf(hook).map(({ id }) => id);
    expect(hook.received.filter(({ taken }) => taken)).toHaveLength(2);
    expect(new Set(keys).size).toBe(2);
    expect(await world.window.forwarding.list()).toMatchObject([{ waiting: 0, last: { delivered: true } }]);
  });

  it('follows the rule: kinds, sites, and only while the person is away', async ({ world, people, hook }) => {
    const rule = { ...toHook(hook), kinds: ['inbox' as const], when: 'away' as const };
    await world.window.forwarding.save({ ...rule, secret: SECRET });
    await world.window.forwarding.save({ ...rule, when: 'always', sites: ['demo/no-such-site'], secret: SECRET });
    await world.window.forwarding.save({ ...rule, when: 'quiet', secret: SECRET });
    await world.answered();
    expect(hook.received).toEqual([]);
    world.desktop.emit('presence', { state: 'away', since: world.clock.now() });
    people.answers('While away.', 1);
    people.votes();
    await world.pass(5 * HOUR_MS);
    expect(await world.newest()).toMatchObject({ excerpt: 'While away.' });
    expect(messagesOf(hook)).toMatchObject([{ kind: 'inbox', title: people.title }]);
  });

  it('runs no command that a window sets, only that of the command line by its rule', async ({ world, hook }) => {
    const { forwarding } = world.window;
    const command = { ...toHook(hook), kind: 'command' as const, address: '/bin/true' };
    await expect(forwarding.save(command)).rejects.toMatchObject({ message: 'The window cannot set a command.' });
    const router = await world.askbell.loadRouter();
    const owner = createRouterClient(router, { context: { isOwner: true } }) as unknown as Window;
    await owner.forwarding.save(command);
    const { id } = (await forwarding.list())[0]!;
    await forwarding.save({ ...command, id, when: 'quiet' });
    await expect(forwarding.save({ ...command, id, address: '/bin/sh' })).rejects.toThrow(/cannot set/);
    expect(await forwarding.list()).toMatchObject([{ address: '/bin/true', when: 'quiet' }]);
    for (const wrong of ['', 'x'.repeat(101)])
      await expect(owner.forwarding.save({ ...command, id: wrong })).rejects.toThrow(/validation/);
    const topic = { ...command, kind: 'ntfy' as const, address: 'http://127.0.0.1/t', secret: 'ключ' };
    await expect(forwarding.save(topic)).rejects.toThrow(/letters/);
    // A token can be removed again.
    await forwarding.save({ ...topic, id, secret: 'tk_secret' });
    const hasSecret = async () => (await forwarding.list())[0]!.hasSecret;
    expect(await hasSecret()).toBe(true);
    const { secret: _, ...kept } = topic;
    await forwarding.save({ ...kept, id });
    expect(await hasSecret()).toBe(true);
    await forwarding.save({ ...topic, id, secret: '' });
    expect(await hasSecret()).toBe(false);
    // A mail server without a user has no use for a password.
    await forwarding.save({ ...topic, id, kind: 'email', address: 'smtp://127.0.0.1', to: 'a@example.org' });
    expect(await hasSecret()).toBe(false);
  });

  it('forwards no questions once its only watch is gone, until that is undone', async ({ world, people, hook }) => {
    const { forwarding, watches } = world.window;
    const { id } = await watches.add({ site: people.site, rule: { anyTags: ['zz-rope'] }, alert: 'sound' });
    const kinds = ['inbox' as const, 'questions' as const];
    await forwarding.save({ ...toHook(hook), kinds, watches: [id], secret: SECRET });
    const { undo } = await watches.remove({ id });
    expect(await forwarding.list()).toMatchObject([{ kinds: ['inbox'], watches: [] }]);
    await watches.undo({ undo: undo! });
    expect(await forwarding.list()).toMatchObject([{ kinds, watches: [id] }]);
  });

  it('keeps its secret in the keyring, and asks for it again for another address', async ({ world, hook }) => {
    lines.length = 0;
    const { window } = world;
    await expect(window.forwarding.save(toHook(hook))).rejects.toMatchObject({ message: /missing/ });
    await window.forwarding.save({ ...toHook(hook), secret: SECRET });
    const [target] = await window.forwarding.list();
    const { id } = target!;
    await window.forwarding.save({ ...toHook(hook), id, when: 'quiet' });
    const elsewhere = { ...toHook(hook), id, address: `${hook.url}/elsewhere` };
    await expect(window.forwarding.save(elsewhere)).rejects.toMatchObject({ message: /missing/ });
    await expect(window.forwarding.save({ ...elsewhere, address: 'http://example.org/' })).rejects.toThrow();
    hook.fault = 'redirect';
    expect(await window.forwarding.test({ id })).toMatchObject({ delivered: false, why: 'answered', detail: '307' });
    hook.fault = 'none';
    expect(await window.forwarding.test({ id })).toMatchObject({ delivered: true });
    expect(hook.received.at(-1)!.headers['x-askbell-signature']).toMatch(/^sha256=[\da-f]{64}$/);
    await world.pass(MINUTE_MS);
    const files = readdirSync(world.dataDir).map((name) => readFileSync(join(world.dataDir, name), 'latin1'));
    const seen = [...files, ...lines, JSON.stringify(await window.forwarding.list())];
    const report = (await window.diagnostics.report()).text;
    for (const text of [...seen, await exported(world), report]) expect(text).not.toContain(SECRET);
    for (const text of [...lines, await exported(world), report]) expect(text).not.toContain('private-path');
    await window.forwarding.remove({ id });
    expect(await window.forwarding.list()).toEqual([]);
    await expect(window.forwarding.test({ id })).rejects.toMatchObject({ message: 'This no longer exists.' });
  });
});
