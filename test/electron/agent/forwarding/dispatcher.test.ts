import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../common/durations.ts';
import { ForwardTarget } from '../../../../common/schemas/forwarding.ts';
import { Dispatcher } from '../../../../electron/agent/forwarding/dispatcher.ts';
import { nodeFetch } from '../../../../electron/api/http/node-fetch.ts';
import { openHistory, type History } from '../../../../electron/store/history.ts';
import { SettingsStore } from '../../../../electron/store/settings.ts';
import { agentContext } from '../../../support/agent-context.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { FAULTS, HttpReceiver, mailReceiver, type Fault } from './receivers.ts';

/** A dispatcher on a real history, that can be killed and started again, and ends with the test. */
function machine(file: string, forwarding: ForwardTarget[], start = Date.UTC(2026, 5, 1)) {
  const clock = createManualClock(start);
  const settings = new SettingsStore({ path: '', store: {} });
  settings.change({ forwarding });
  const secrets = new Map<string, string>();
  const run = () => {
    const history = openHistory(file);
    const { profile } = history.profile({ network: 'demo', accountId: 1, displayName: 'Ada' });
    const desktop = { secrets: { get: (name: string) => Promise.resolve(secrets.get(name)) } as never };
    const dispatcher = new Dispatcher(agentContext({ clock, settings, history, desktop, fetch: nodeFetch }));
    return { history, dispatcher, profileId: profile.id };
  };
  let now = run();
  let made = 0;
  onTestFinished(async () => {
    await now.dispatcher.stop();
    now.history.close();
  });
  return {
    clock,
    secrets,
    settings,
    history: (): History => now.history,
    dispatcher: (): Dispatcher => now.dispatcher,
    /** Queues a message for each target, as a poll does. */
    news(dueIn = 0): string {
      const title = `News ${++made}`;
      const content = { version: 1, kind: 'inbox', title, body: '', count: 1, network: 'demo', sites: [] };
      const createdAt = new Date(clock.now()).toISOString();
      for (const { id } of forwarding) {
        const message = { ...content, createdAt, id: crypto.randomUUID() };
        now.history.outbox.add(now.profileId, id, message, clock.now(), clock.now() + dueIn);
      }
      return title;
    },
    /** Sends what is due, and waits until nothing is under way. */
    async send() {
      now.dispatcher.run();
      await now.dispatcher.idle();
    },
    async passAndSend(ms: number) {
      await clock.advance(ms);
      await this.send();
    },
    /** Ends while a request is under way, without noting its answer, and starts again. */
    async kill() {
      now.dispatcher.run();
      await now.dispatcher.stop();
      now.history.close();
      now = run();
    },
  };
}

const webhook = (url: string, given: Partial<ForwardTarget> = {}) =>
  ForwardTarget.parse({ id: 'hook', kind: 'webhook', address: url, ...given });

const mailTo = (port: number, given: Partial<ForwardTarget>) =>
  webhook(`smtp://127.0.0.1:${port}`, { id: 'mail', kind: 'email', to: 'a@example.org', ...given });

const titlesOf = ({ received }: HttpReceiver) => received.map(({ title }) => title);

type Step = { do: 'news' } | { do: 'pass'; ms: number } | { do: 'kill' } | { do: 'fault'; fault: Fault };

const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.constant<Step>({ do: 'news' }) },
    { weight: 3, arbitrary: fc.integer({ min: 0, max: 2 * HOUR_MS }).map((ms): Step => ({ do: 'pass', ms })) },
    { weight: 1, arbitrary: fc.constant<Step>({ do: 'kill' }) },
    { weight: 3, arbitrary: fc.constantFrom(...FAULTS).map((fault): Step => ({ do: 'fault', fault })) },
  ),
  { maxLength: 25 },
);

/** Each kind of target, on a receiver of its own. */
const KINDS = {
  async webhook(id: string) {
    const receiver = await new HttpReceiver().start(true);
    return { receiver, target: webhook(receiver.url, { id }) };
  },
  async ntfy(id: string) {
    const receiver = await new HttpReceiver().start(true);
    return { receiver, target: webhook(`${receiver.url}/topic`, { id, kind: 'ntfy' }) };
  },
  async email(id: string) {
    const receiver = await mailReceiver();
    return { receiver, target: mailTo(receiver.port, { id }) };
  },
};

describe('forwarding', () => {
  it.each(Object.entries(KINDS))('by %s brings each message once, in order, whatever fails', async (_, start) => {
    const folder = temporaryFolder();
    const both = [await start('first'), await start('second')] as const;
    const [{ receiver: first }] = both;
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        for (const { receiver } of both) receiver.received.splice(0);
        await first.set('none');
        const targets = both.map(({ target }) => target);
        const askbell = machine(join(folder, `${++runs}.sqlite`), targets);
        const made: string[] = [];
        let killed = false;
        for (const step of all) {
          if (step.do === 'news') made.push(askbell.news());
          else if (step.do === 'pass') await askbell.passAndSend(step.ms);
          else if (step.do === 'fault') await first.set(step.fault);
          else {
            killed = true;
            await askbell.kill();
          }
        }
        await first.set('none');
        for (let hours = 0; hours < 3; hours++) await askbell.passAndSend(HOUR_MS);
        for (const { receiver } of both) {
          const firstTimes = new Map(receiver.received.toReversed().map(({ key, title }) => [key, title]));
          expect([...firstTimes.values()].toReversed()).toEqual(made);
          // Only an answer that Askbell never saw lets it send again.
          const taken = receiver.received.filter((one) => one.taken).map(({ key }) => key);
          if (!killed) expect(new Set(taken).size).toBe(taken.length);
        }
        expect(askbell.history().outbox.count('first')).toBe(0);
      }),
      { numRuns: 40 },
    );
  });

  it('tries again after one minute, two, four …, at once when it is told to, and one target never holds another', async () => {
    const [hook, other] = [await new HttpReceiver().start(), await new HttpReceiver().start()];
    const askbell = machine(':memory:', [webhook(hook.url), webhook(other.url, { id: 'other' })]);
    hook.fault = '500';
    askbell.news();
    await askbell.send();
    const tries: number[] = [];
    for (let minute = 1; minute <= 31; minute++) {
      const before = hook.received.length;
      await askbell.passAndSend(MINUTE_MS);
      if (hook.received.length > before) tries.push(minute);
    }
    expect(tries).toEqual([1, 3, 7, 15, 31]);
    expect(new Set(hook.received.map(({ key }) => key)).size).toBe(1);
    expect(other.received).toHaveLength(1);
    expect(askbell.dispatcher().state('hook')).toMatchObject({ delivered: false, why: 'answered', detail: '500' });
    hook.fault = 'none';
    askbell.dispatcher().retryNow();
    await askbell.send();
    expect(askbell.dispatcher().state('hook')).toMatchObject({ delivered: true, lost: 0 });
  });

  it('gives up after a day of tries what is a day old, counts it until a test arrives, and goes on', async () => {
    const hook = await new HttpReceiver().start();
    const askbell = machine(':memory:', [webhook(hook.url)]);
    hook.fault = '500';
    askbell.news();
    await askbell.send();
    // The machine sleeps for two days: what was hardly tried is not given up.
    await askbell.passAndSend(2 * DAY_MS);
    askbell.news();
    expect(askbell.history().outbox.count('hook')).toBe(2);
    for (let hours = 0; hours < 12; hours++) await askbell.passAndSend(HOUR_MS);
    expect(askbell.dispatcher().state('hook')).toMatchObject({ delivered: false, lost: 1 });
    hook.fault = 'none';
    await askbell.passAndSend(HOUR_MS);
    expect(titlesOf(hook).at(-1)).toBe('News 2');
    expect(askbell.dispatcher().state('hook')).toMatchObject({ delivered: true, lost: 1 });
    const test = { version: 1, kind: 'test', title: 'T', body: '', count: 1, network: 'askbell' } as const;
    const [target] = askbell.settings.get().forwarding;
    await askbell.dispatcher().test(target!, { ...test, sites: [], createdAt: new Date(0).toISOString() });
    expect(askbell.dispatcher().state('hook')).toMatchObject({ delivered: true, lost: 0 });
  });

  it('gives nothing up at its first tries after a sleep, and a digest as a whole', async () => {
    const { mails, port } = await mailReceiver({ onMailFrom: (_, __, done) => done(new Error('no')) });
    const askbell = machine(':memory:', [mailTo(port, { digest: 'hour' })]);
    askbell.news(0);
    askbell.news(2 * DAY_MS);
    for (let hours = 0; hours < 10; hours++) await askbell.passAndSend(HOUR_MS);
    askbell.news(0);
    await askbell.passAndSend(30 * HOUR_MS);
    expect(askbell.history().outbox.count('mail')).toBe(3);
    for (let minutes = 1; minutes <= 4; minutes++) await askbell.passAndSend(MINUTE_MS);
    // The second of the digest is not a day old, and goes with the first.
    expect(askbell.history().outbox.count('mail')).toBe(0);
    expect(askbell.dispatcher().state('mail')).toMatchObject({ lost: 3 });
    expect(mails).toEqual([]);
  });

  it('collects a digest until it is due, and sends the same mail again, also after a restart', async () => {
    const { mails, port } = await mailReceiver({ onMailFrom: (_, __, done) => done(isDown ? new Error('no') : null) });
    let isDown = true;
    const askbell = machine(join(temporaryFolder(), 'history.sqlite'), [mailTo(port, { digest: 'hour' })]);
    askbell.news(HOUR_MS);
    await askbell.passAndSend(30 * MINUTE_MS);
    askbell.news(HOUR_MS);
    expect(askbell.dispatcher().state('mail')).toBeUndefined();
    await askbell.passAndSend(30 * MINUTE_MS);
    expect(askbell.dispatcher().state('mail')).toMatchObject({ delivered: false, why: 'answered' });
    askbell.news(HOUR_MS);
    await askbell.kill();
    isDown = false;
    await askbell.passAndSend(MINUTE_MS);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain('Subject: Askbell: 2 notifications');
    await askbell.passAndSend(HOUR_MS);
    expect(mails[1]).toContain('Subject: News 3');
    // What waits comes no later than a digest that was chosen meanwhile has it.
    askbell.news(DAY_MS);
    askbell.history().outbox.hasten('mail', HOUR_MS);
    await askbell.passAndSend(HOUR_MS);
    expect(mails[2]).toContain('Subject: News 4');
  });

  it('takes no answer of the address that a target had before, and tries the new one at once', async () => {
    const [before, after] = [await new HttpReceiver().start(), await new HttpReceiver().start()];
    const askbell = machine(':memory:', [webhook(before.url)]);
    before.fault = '500';
    askbell.news();
    askbell.dispatcher().run();
    askbell.settings.change({ forwarding: [webhook(after.url)] });
    await askbell.dispatcher().idle();
    expect([before.received.length, titlesOf(after)]).toEqual([1, ['News 1']]);
    expect(askbell.dispatcher().state('hook')).toMatchObject({ delivered: true });
  });

  it('sends nothing without the secret that belongs to it, and drops what a removed target had', async () => {
    const hook = await new HttpReceiver().start();
    const askbell = machine(':memory:', [webhook(hook.url, { secretId: 's' })]);
    askbell.news();
    await askbell.send();
    expect(askbell.dispatcher().state('hook')).toMatchObject({ delivered: false, why: 'secret' });
    askbell.secrets.set('forwarding:s', 'signing-key');
    await askbell.passAndSend(MINUTE_MS);
    expect(hook.received.map(({ headers }) => typeof headers['x-askbell-signature'])).toEqual(['string']);
    hook.fault = '500';
    askbell.news();
    await askbell.send();
    askbell.settings.change({ forwarding: [] });
    await askbell.send();
    expect(askbell.history().outbox.count('hook')).toBe(0);
  });
});
