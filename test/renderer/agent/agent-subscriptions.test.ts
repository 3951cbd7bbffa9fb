import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AgentSubscriptions } from '../../../renderer/agent/agent-subscriptions.ts';
import type { AgentClient } from '../../../renderer/agent/connection/bridge.ts';
import { ReconnectingLink } from '../../../renderer/agent/connection/reconnecting-link.ts';

describe('the subscriptions of a page', () => {
  let now: number;
  /** The pauses before another try, in ms; each ends when the test says so. */
  let pauses: { ms: number; end: () => void }[];
  let reported: unknown[];
  let states: { send: (state: string) => void; fail: () => void }[];
  let link: ReconnectingLink;

  beforeEach(() => {
    [now, pauses, reported, states] = [0, [], [], []];
    vi.stubGlobal('reportError', (error: unknown) => void reported.push(error));
  });
  afterEach(() => {
    link.stop();
    vi.unstubAllGlobals();
  });

  const environment = {
    now: () => now,
    random: () => 1,
    wait: (ms: number) => new Promise<void>((end) => void pauses.push({ ms, end })),
  };

  /** An agent whose states come, and whose subscription breaks, when the test says so. */
  async function* watchStates() {
    const sent: (string | Error)[] = [];
    let arrival = Promise.withResolvers<void>();
    const send = (event: string | Error) => {
      sent.push(event);
      arrival.resolve();
    };
    states.push({ send, fail: () => send(new Error('The agent failed.')) });
    for (;;) {
      const event = sent.shift();
      if (event instanceof Error) throw event;
      if (event !== undefined) yield event;
      else await arrival.promise.then(() => (arrival = Promise.withResolvers()));
    }
  }
  const silent = () => new Promise(() => undefined);
  const client = {
    state: { watch: () => Promise.resolve(watchStates()) },
    changes: silent,
    navigation: silent,
    notices: { watch: silent },
  } as unknown as AgentClient;

  const create = async () => {
    const never = new Promise<void>(() => undefined);
    link = new ReconnectingLink(
      () => ({ link: { call: silent }, opened: Promise.resolve(), closed: never }),
      environment,
    );
    const nothing = () => undefined;
    const events = { onChange: nothing, onNavigation: nothing, onNotice: nothing };
    const subscriptions = new AgentSubscriptions(client, link, events, environment);
    void link.run();
    await expect.poll(() => states).toHaveLength(1);
    return subscriptions;
  };

  it('report what a listener throws, tell the others, and go on', async () => {
    const subscriptions = await create();
    const bug = new Error('a bug');
    const heard: unknown[] = [];
    subscriptions.subscribe(() => {
      throw bug;
    });
    subscriptions.subscribe(() => void heard.push(subscriptions.state));
    states[0]!.send('one');
    await expect.poll(() => heard).toEqual(['one']);
    states[0]!.send('two');
    await expect.poll(() => heard).toEqual(['one', 'two']);
    expect(reported).toEqual([bug, bug]);
    expect(pauses).toEqual([]);
    expect(states).toHaveLength(1);
  });

  it('are tried again ever more seldom while they break, and soon again after one that lasted', async () => {
    await create();
    const fail = async () => {
      const before = pauses.length;
      states.at(-1)!.fail();
      await expect.poll(() => pauses.length).toBe(before + 1);
      const { ms, end } = pauses.at(-1)!;
      const subscribed = states.length;
      end();
      await expect.poll(() => states.length).toBe(subscribed + 1);
      return ms;
    };
    const waits: number[] = [];
    for (let failures = 0; failures < 8; failures++) {
      // A state that came before the subscription broke is no sign that it works.
      states.at(-1)!.send('a state');
      waits.push(await fail());
    }
    expect(waits).toEqual([400, 800, 1600, 3200, 6400, 12_800, 15_000, 15_000]);
    now += 60_000;
    expect(await fail()).toBe(400);
    expect(reported).toEqual([]);
  });
});
