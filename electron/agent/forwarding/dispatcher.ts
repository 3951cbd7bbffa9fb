import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../common/durations.ts';
import { errorMessage } from '../../../common/error-message.ts';
import { LastAnswer, type ForwardTarget } from '../../../common/schemas/forwarding.ts';
import { neverTell, redact } from '../../base/log.ts';
import type { Batch } from '../../store/outbox.ts';
import { localeOf, type AgentContext } from '../context.ts';
import { deliver } from './delivery.ts';
import { DeliveryFailed } from './delivery-failed.ts';
import { ForwardedMessage, type MessageContent } from './message.ts';
import { collectedFor } from './rules.ts';

/** Wait after a failure, doubled by each further one, up to the maximum. */
const FIRST_RETRY_MS = MINUTE_MS;
const MAX_RETRY_MS = HOUR_MS;

/** A message is given up if it is this old, and was tried that often: the machine may have slept. */
const GIVE_UP_MS = DAY_MS;
const MIN_TRIES = 8;
/** Likewise, without a break in which the machine slept. */
const MIN_TRIES_AWAKE = 3;

/** Maximum number of messages in a mail. */
const MAX_DIGEST = 100;

/** State of a target after its last answer, kept as a mark in JSON. */
const TargetState = LastAnswer.extend({
  at: z.coerce.date(),
  retryAt: z.coerce.date().optional(),
  lost: z.number().default(0),
});
export type TargetState = z.output<typeof TargetState>;

/** Returns the name of a target's mark, or of a secret in the secret store. */
export const nameOf = (id: string): string => `forwarding:${id}`;

/** Sends the outbox: to each target in order, one message after the other, and again until it took them. */
export class Dispatcher {
  readonly #context: AgentContext;
  /** Targets that are being sent to. */
  readonly #underWay = new Map<string, Promise<void>>();
  /** Failures in a row by target, and when it is tried again; in ms since the epoch. */
  readonly #failures = new Map<string, { count: number; retryAt: number }>();
  readonly #stopping = new AbortController();
  #unsubscribe: (() => void)[] = [];

  constructor(context: AgentContext) {
    this.#context = context;
  }

  start(): void {
    const { events, desktop } = this.#context;
    const run = () => this.run();
    this.#unsubscribe = [
      events.on('poll-recorded', run),
      events.on('time-passed', run),
      events.on('state-changed', run),
      desktop.on('online', () => this.retryNow()),
    ];
    this.run();
  }

  /** Aborts what is under way: it is sent again at the next start, with the same key. */
  async stop(): Promise<void> {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.#stopping.abort();
    await this.idle();
  }

  /** Resolves once nothing is being sent. */
  async idle(): Promise<void> {
    await Promise.all(this.#underWay.values());
  }

  /** Sends what is due, unless it is being sent. Never throws. */
  run(): void {
    const { settings, history, log } = this.#context;
    const targets = settings.get().forwarding;
    try {
      history.outbox.keepOnly(targets.map(({ id }) => id));
      for (const { id } of targets) {
        if (this.#underWay.has(id) || !this.#isDue(id)) continue;
        const sending = this.#sendAll(id)
          .catch((error: unknown) => log.error(`Forwarding failed: ${errorMessage(error)}`))
          .finally(() => this.#underWay.delete(id));
        this.#underWay.set(id, sending);
      }
    } catch (error) {
      log.error(`The outbox cannot be read: ${errorMessage(error)}`);
    }
  }

  /** Tries all targets again, or one that was changed, without waiting any longer. */
  retryNow(id?: string): void {
    if (id === undefined) this.#failures.clear();
    else this.#failures.delete(id);
    this.run();
  }

  /** Returns the state of a target; undefined before its first answer. */
  state(id: string): TargetState | undefined {
    return TargetState.safeParse(this.#context.history.sharedMark(nameOf(id))).data;
  }

  /** Forgets the state of a target that was changed or removed. */
  forget(id: string): void {
    this.#context.history.setSharedMark(nameOf(id), undefined);
    this.#failures.delete(id);
  }

  /** Sends a message at once, which is not stored. A success also ends the note about lost messages. */
  async test(target: ForwardTarget, content: MessageContent): Promise<TargetState> {
    const failure = await this.#try(target, [{ ...content, id: crypto.randomUUID() }]);
    const lost = failure ? (this.state(target.id)?.lost ?? 0) : 0;
    if (!this.#isCurrent(target)) return { ...outcomeOf(failure), lost, at: new Date(this.#context.clock.now()) };
    const state = this.#answered(target.id, { ...outcomeOf(failure), lost });
    if (!failure) this.retryNow(target.id);
    return state;
  }

  #isDue(id: string): boolean {
    const { clock, history } = this.#context;
    const now = clock.now();
    const wait = (this.#failures.get(id)?.retryAt ?? now) - now;
    // Longer than the maximum: the clock was set back.
    return !this.#stopping.signal.aborted && (wait <= 0 || wait > MAX_RETRY_MS) && history.outbox.isDue(id, now);
  }

  async #sendAll(id: string): Promise<void> {
    const { outbox } = this.#context.history;
    while (this.#isDue(id)) {
      const target = this.#target(id);
      const batch = target && outbox.claim(id, collectedFor(target) === 0 ? 1 : MAX_DIGEST);
      if (!batch) return;
      const failure = await this.#try(target, messagesOf(batch));
      if (!failure) outbox.remove(id, batch.id);
      // What was called off, or answered by an earlier address, says nothing about the target.
      if ((failure && this.#stopping.signal.aborted) || !this.#isCurrent(target)) continue;
      const lost = this.state(id)?.lost ?? 0;
      if (failure) this.#failed(target, batch, failure, lost);
      else {
        this.#failures.delete(id);
        this.#answered(id, { ...outcomeOf(undefined), lost });
      }
    }
  }

  /** Notes a failure, and gives up messages that could not be sent for a day. */
  #failed(target: ForwardTarget, { dueAt, tries }: Batch, failure: DeliveryFailed, lostBefore: number): void {
    const { clock, history, log } = this.#context;
    const now = clock.now();
    const { id, kind } = target;
    const last = this.#failures.get(id);
    // A machine that slept begins anew: its first tries may come before its network.
    const count = last && now - last.retryAt < MAX_RETRY_MS ? last.count + 1 : 1;
    const retryAt = now + Math.min(FIRST_RETRY_MS * 2 ** (count - 1), MAX_RETRY_MS);
    this.#failures.set(id, { count, retryAt });
    const isTooOld = now - dueAt >= GIVE_UP_MS && tries >= MIN_TRIES && count >= MIN_TRIES_AWAKE;
    const lost = isTooOld ? history.outbox.giveUp(id, now - GIVE_UP_MS) : 0;
    const then = lost > 0 ? `${lost} given up after a day` : `again in ${Math.round((retryAt - now) / 1000)} s`;
    log.warn(`Forwarding by ${kind} failed (${failure.message}); ${then}`);
    this.#answered(id, { ...outcomeOf(failure), retryAt: new Date(retryAt), lost: lostBefore + lost });
  }

  async #try(target: ForwardTarget, messages: ForwardedMessage[]): Promise<DeliveryFailed | undefined> {
    const { fetch, log, clock } = this.#context;
    const [first, ...others] = messages;
    // Only a damaged file has messages that cannot be read.
    if (!first) return undefined;
    const { words } = localeOf(this.#context);
    const digestTitle = words('notices.digest', { count: messages.length });
    const { signal } = this.#stopping;
    try {
      const secret = await this.#secretOf(target);
      await deliver(target, [first, ...others], { fetch, log, secret, now: clock.now(), digestTitle, signal });
      return undefined;
    } catch (error) {
      if (error instanceof DeliveryFailed) return error;
      log.error(`Forwarding by ${target.kind} failed: ${redact(errorMessage(error))}`);
      return new DeliveryFailed('failed');
    }
  }

  /** Returns the secret of a target, which no text repeats from now on; undefined if it cannot be read. */
  async #secretOf({ secretId }: ForwardTarget): Promise<string | undefined> {
    if (secretId === undefined) return undefined;
    const secret = await this.#context.desktop.secrets.get(nameOf(secretId)).catch(() => undefined);
    if (secret !== undefined) neverTell(secret);
    return secret;
  }

  #answered(id: string, outcome: Omit<TargetState, 'at'>): TargetState {
    const { history, events, clock } = this.#context;
    const before = this.state(id)?.lost ?? 0;
    const state = { ...outcome, at: new Date(clock.now()) };
    history.setSharedMark(nameOf(id), state);
    events.emit('lists-changed', ['forwarding']);
    if (before !== state.lost) events.emit('state-changed');
    return state;
  }

  #isCurrent(target: ForwardTarget): boolean {
    return isDeepStrictEqual(target, this.#target(target.id));
  }

  #target(id: string): ForwardTarget | undefined {
    return this.#context.settings.get().forwarding.find((target) => target.id === id);
  }
}

const messagesOf = ({ messages }: Batch): ForwardedMessage[] =>
  messages.flatMap(({ key, content }) => ForwardedMessage.safeParse({ ...(content as object), id: key }).data ?? []);

const outcomeOf = (failure: DeliveryFailed | undefined): Pick<TargetState, 'delivered' | 'why' | 'detail'> =>
  failure ? { delivered: false, why: failure.why, detail: failure.detail } : { delivered: true };
