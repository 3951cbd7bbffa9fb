import { randomUUID } from 'node:crypto';
import type { contract, ForwardTargetView } from '../../../common/contract/contract.ts';
import type { ForwardTarget } from '../../../common/schemas/forwarding.ts';
import { errorMessage } from '../../../common/error-message.ts';
import { neverTell } from '../../base/log.ts';
import { localeOf, type AgentContext, type Call, type Handlers } from '../context.ts';
import { userFacingError } from '../user-facing-error.ts';
import { Dispatcher, nameOf, type TargetState } from './dispatcher.ts';
import { collectedFor, withoutGone } from './rules.ts';

/**
 * The room `forwarding` sends news on to other devices and programs, once the user added a target. Polls queue a
 * message for each target in the transaction of their notifications, as its rule allows (rules.ts). The dispatcher
 * sends the outbox (dispatcher.ts) by ntfy, webhook, mail or command (delivery.ts), to each target in order, and
 * repeats what failed for a day. A message keeps its key, so that receivers can tell a repetition after a crash.
 * Neither quiet hours nor snooze hold it, and it never contains the text of a post.
 */

type Topic = typeof contract.forwarding;
type Saved = Parameters<Handlers<Topic>['save']>[0];

/** The targets of forwarding, as the window changes them. */
export class Forwarding implements Handlers<Topic> {
  readonly #context: AgentContext;
  readonly #dispatcher: Dispatcher;

  constructor(context: AgentContext) {
    this.#context = context;
    this.#dispatcher = new Dispatcher(context);
  }

  start(): void {
    this.#dispatcher.start();
  }

  stop(): Promise<void> {
    return this.#dispatcher.stop();
  }

  /** Whether messages were given up, until the user looked after their target. */
  hasLost(): boolean {
    return this.#targets().some(({ id }) => (this.#dispatcher.state(id)?.lost ?? 0) > 0);
  }

  list(): ForwardTargetView[] {
    const { history, settings } = this.#context;
    const watches = new Set(settings.get().watches.map(({ id }) => id));
    return this.#targets().map(({ secretId, ...target }) => {
      const last = this.#dispatcher.state(target.id);
      const hasSecret = secretId !== undefined;
      const state = {
        hasSecret,
        waiting: history.outbox.count(target.id),
        lost: last?.lost ?? 0,
        ...(last && { last }),
      };
      return { ...withoutGone(target, watches), ...state };
    });
  }

  /**
   * Adds or changes a target.
   * @throws UserFacingError if its secret is missing, or cannot be stored, or a window sets a command
   */
  async save({ id = randomUUID(), secret, ...given }: Saved, { isOwner }: Call): Promise<void> {
    const before = this.#find(id);
    const isSamePlace = before !== undefined && placeOf(before) === placeOf(given);
    // Whoever controls a window must not run programs.
    if (given.kind === 'command' && !isSamePlace && isOwner !== true) throw userFacingError('forwardingCommand');
    // A stored secret is sent only where it was typed for.
    const kept = isSamePlace && secret === undefined ? before.secretId : undefined;
    if (!takesSecret(given, secret ?? kept)) throw userFacingError('forwardingSecret');
    const secretId = secret && usesSecret(given) ? await this.#keepSecret(secret) : kept;
    const target: ForwardTarget = { ...given, id, ...(secretId !== undefined && { secretId }) };
    const others = this.#targets();
    const isThere = others.some((other) => other.id === id);
    this.#change(isThere ? others.map((other) => (other.id === id ? target : other)) : [...others, target]);
    this.#context.history.outbox.hasten(id, collectedFor(target));
    this.#dispatcher.forget(id);
    this.#dispatcher.run();
    if (before?.secretId !== secretId) await this.#drop(before);
  }

  /** Sends a test message at once. */
  async test({ id }: { id: string }): Promise<TargetState> {
    const target = this.#find(id);
    if (!target) throw userFacingError('gone');
    const { words } = localeOf(this.#context);
    return this.#dispatcher.test(target, {
      version: 1,
      kind: 'test',
      title: words('notices.forwardTest.title'),
      body: words('notices.forwardTest.body'),
      count: 1,
      network: 'askbell',
      sites: [],
      createdAt: new Date(this.#context.clock.now()).toISOString(),
    });
  }

  async remove({ id }: { id: string }): Promise<void> {
    const before = this.#find(id);
    this.#change(this.#targets().filter((target) => target.id !== id));
    this.#dispatcher.forget(id);
    this.#dispatcher.run();
    await this.#drop(before);
  }

  /** Stores a secret under a new id, so that the address that the old one belongs to never gets it. */
  async #keepSecret(secret: string): Promise<string> {
    const id = randomUUID();
    neverTell(secret);
    await this.#context.desktop.secrets.set(nameOf(id), secret).catch((error: unknown) => {
      throw userFacingError('forwardingKeyring', error);
    });
    return id;
  }

  /** Deletes the secret of a target that was changed or removed. */
  async #drop({ secretId }: Partial<ForwardTarget> = {}): Promise<void> {
    if (secretId === undefined) return;
    const { desktop, log } = this.#context;
    await desktop.secrets
      .delete(nameOf(secretId))
      .catch((error: unknown) => log.warn(`A secret could not be deleted: ${errorMessage(error)}`));
  }

  #targets(): readonly ForwardTarget[] {
    return this.#context.settings.get().forwarding;
  }

  #find(id: string): ForwardTarget | undefined {
    return this.#targets().find((target) => target.id === id);
  }

  #change(forwarding: ForwardTarget[]): void {
    const { settings, events } = this.#context;
    settings.change({ forwarding });
    events.emit('lists-changed', ['forwarding']);
    events.emit('state-changed');
  }
}

/** Whether a target has a use for a secret: a command has none, and a mail server only with a user. */
const usesSecret = ({ kind, user }: Saved): boolean => kind !== 'command' && (kind !== 'email' || user !== '');

/** Whether a target can have this secret, or none. */
const takesSecret = (target: Saved, secret = ''): boolean =>
  target.kind === 'ntfy' ? !/[^!-~]/.test(secret) : secret !== '' || !usesSecret(target);

/** Returns what a secret belongs to. */
const placeOf = ({ kind, address, user }: Saved): string => JSON.stringify([kind, address, user]);
