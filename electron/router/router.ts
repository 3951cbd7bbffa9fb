import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { isContractProcedure, type AnyContractRouter } from '@orpc/contract';
import { EventPublisher, implement, ORPCError, type AnyRouter } from '@orpc/server';
import { z } from 'zod';
import {
  contract,
  ThirdParty,
  type AppState,
  type ListName,
  type PageNotice,
  type RecordedEvent,
} from '../../common/contract/contract.ts';
import type { Agent } from '../agent/agent.ts';
import type { EventLog } from '../agent/library/event-log.ts';
import { showWindow, type AgentEvents, type Call, type Emitter, type Handlers } from '../agent/context.ts';
import { NotAWebAddress, type Desktop, type PageContext, type WindowView } from '../desktop/desktop.ts';
import { networkRefusal, UserFacingError, userFacingError } from '../agent/user-facing-error.ts';
import { NetworkError } from '../api/network.ts';

/**
 * The router answers what a window asks. Each topic of the contract is served by the object that implements it, mostly
 * a class of the agent; the streams to the windows are made here. Only this folder loads the contract's schemas (3 MB),
 * and it is loaded when the first window comes.
 */

/** Dependencies of the router. */
export interface RouterParts {
  agent: Agent;
  desktop: Desktop;
  /** List of third-party packages, written by the build. */
  thirdPartiesFile: string;
}

/** Creates the router of the contract. */
export function createRouter({ agent, desktop, thirdPartiesFile }: RouterParts): AnyRouter {
  const streams = new WindowStreams(agent.events);
  const { accounts, announcer, commands, inbox, inboxChanges, diagnostics, doctor, transfer } = agent;
  return serve(
    contract,
    {
      state: { get: () => agent.state(), watch: (_, { signal }) => streams.states(() => agent.state(), signal) },
      changes: (_, { signal }) => streams.changes(signal),
      navigation: (_, { signal }) => streams.navigation(signal),
      notices: {
        watch: (_, { signal }) => streams.notices(signal),
        act: (chosen) => inboxChanges.act(chosen),
        showWaiting: () => announcer.showNow(),
        async *visible(rows, { signal }) {
          const end = agent.visible.add(rows);
          try {
            yield {};
            // The subscription ends with the page.
            if (signal?.aborted === false) await once(signal, 'abort');
          } finally {
            end();
          }
        },
      },
      panel: {
        show: () => commands.showPanel(),
        hide: () => desktop.hidePanel(),
        setHeight: ({ px }) => desktop.setPanelHeight?.(px),
        openWindow({ view }) {
          if (!agent.preferences.get().panelPinned) desktop.hidePanel();
          showWindow({ events: agent.events, desktop }, view);
        },
      },
      session: {
        signIn: (choice) => accounts.signIn(choice),
        signInAgain: (which) => agent.signInAgain(which?.account),
        askForAchievements: ({ account }) => accounts.signInAgain(account, { mayReadPrivate: true }),
        paste: ({ text }) => accounts.latestSignIn().paste(text),
        takeFromClipboard: async () => ({ taken: await accounts.takeFromClipboard() }),
        tryAnotherWay: () => accounts.latestSignIn().tryAnotherWay(),
        cancelSignIn: () => accounts.cancelSignIn(),
        changeKey: ({ account, key }) => accounts.changeKey(account, key),
        signOutOtherBrowsers: (_, { browser }) => ({ count: browser?.signOutOthers() ?? 0 }),
        signOut: (which) => agent.signOut(which?.account),
      },
      polling: commands,
      inbox: joined(inbox, inboxChanges),
      reputation: agent.reputation,
      watches: joined(agent.watches, inboxChanges),
      events: { follow: ({ after }, { signal }) => streams.follow(agent.eventLog, after, signal) },
      firstSteps: agent.firstSteps,
      forwarding: agent.forwarding,
      settings: joined(agent.preferences, { testNotification: () => announcer.test() }),
      diagnostics: joined(diagnostics, doctor, transfer),
      data: transfer,
      transfer,
      sound: agent.ownSound,
      about: () => ({ version: agent.version, licence: 'MIT', thirdParties: readThirdParties(thirdPartiesFile) }),
      openExternal: ({ url }) => desktop.openExternal(url),
    },
    () => agent.locale(),
  );
}

/** Events of the agent for any number of windows, each reading at its own pace until its signal aborts. */
export class WindowStreams {
  readonly #publisher = new EventPublisher<{
    state: AppState;
    lists: readonly ListName[];
    view: WindowView;
    notice: PageNotice;
  }>();

  constructor(events: Emitter<AgentEvents>) {
    const publisher = this.#publisher;
    events.on('state', (readState) => {
      // The state is only created while a window listens, because that takes time.
      if (publisher.size > 0) publisher.publish('state', readState());
    });
    events.on('lists-changed', (lists) => publisher.publish('lists', lists));
    events.on('read-changed', () => publisher.publish('lists', ['inbox', 'watches']));
    events.on('navigate', (view) => publisher.publish('view', view));
    events.on('notice', (notice) => publisher.publish('notice', notice));
  }

  /** Number of windows that listen. */
  get size(): number {
    return this.#publisher.size;
  }

  /** Yields the state now and whenever it changes; each is complete, so only the latest is buffered. */
  async *states(now: () => AppState, signal: AbortSignal | undefined): AsyncGenerator<AppState> {
    const changes = this.#publisher.subscribe('state', { maxBufferedEvents: 1, signal });
    yield now();
    yield* changes;
  }

  async *changes(signal: AbortSignal | undefined): AsyncGenerator<{ of: ListName }> {
    for await (const lists of this.#publisher.subscribe('lists', { signal })) for (const of of lists) yield { of };
  }

  async *navigation(signal: AbortSignal | undefined): AsyncGenerator<{ view: WindowView }> {
    for await (const view of this.#publisher.subscribe('view', { signal })) yield { view };
  }

  /** Yields the events after an id, then each as it is recorded. */
  async *follow(
    log: EventLog,
    after: number | undefined,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<RecordedEvent> {
    // Before the log is read, so that no change in between is missed.
    const changes = this.#publisher.subscribe('lists', { maxBufferedEvents: 1, signal });
    let last = log.begin(after);
    do {
      for (let hasMore = true; hasMore;) {
        const page = await log.page(last);
        yield* page.events;
        ({ last, hasMore } = page);
      }
    } while ((await changes.next()).done !== true);
  }

  notices(signal: AbortSignal | undefined): AsyncGenerator<PageNotice> {
    return this.#publisher.subscribe('notice', { signal });
  }
}

/** Reads the list of packages that the build wrote; empty if there was no build. */
export function readThirdParties(file: string): ThirdParty[] {
  try {
    return z.array(ThirdParty).parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return [];
  }
}

/** Objects of the same names as the contract: a function answers a procedure. */
interface Tree {
  [name: string]: Tree | ((input: unknown, call: Call) => unknown);
}

/**
 * Serves a contract by the methods of objects that are laid out like it. Errors for the user are sent as refusals in
 * the user's language; no result is sent as `{}`.
 */
export const serve = <Contract extends AnyContractRouter>(
  procedures: Contract,
  handlers: Handlers<Contract>,
  locale: Agent['locale'],
): AnyRouter => served(procedures, handlers, locale);

function served(procedures: AnyContractRouter, handlers: Tree, locale: Agent['locale']): AnyRouter {
  return Object.fromEntries(
    Object.entries(procedures).map(([name, part]) => {
      if (!isContractProcedure(part)) return [name, served(part, handlers[name] as Tree, locale)];
      const procedure = implement(part)
        .$context<PageContext>()
        .handler(async ({ input, signal, context }) => {
          try {
            return (await (handlers as Record<string, Function>)[name]!(input, { ...context, signal })) ?? {};
          } catch (error) {
            throw refusal(error, locale());
          }
        });
      return [name, procedure];
    }),
  );
}

/** Returns an error for the user as the contract words it, and any other error as it is. */
function refusal(error: unknown, locale: ReturnType<Agent['locale']>): unknown {
  const known = error instanceof NotAWebAddress ? userFacingError('notAWebAddress', error) : error;
  if (!(known instanceof UserFacingError || known instanceof NetworkError)) return error;
  const { message, advice } = known instanceof NetworkError ? networkRefusal(known, locale) : known.in(locale);
  return new ORPCError('REFUSED', { defined: true, status: 400, message, data: { advice } });
}

type Joined<Parts> = Parts extends [infer First, ...infer Others] ? First & Joined<Others> : unknown;

/** Joins objects that together answer a topic: each method is called on the first that has it. */
export const joined = <Parts extends object[]>(...parts: Parts): Joined<Parts> =>
  new Proxy({} as Joined<Parts> & object, {
    get(_, name) {
      const owner = parts.find((part) => name in part) as Record<PropertyKey, Function> | undefined;
      return owner?.[name]?.bind(owner);
    },
  });
