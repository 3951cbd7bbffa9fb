import type { AddressInfo } from 'node:net';
import fastifyStatic from '@fastify/static';
import { EventPublisher, ORPCError, implement } from '@orpc/server';
import { RPCHandler } from '@orpc/server/ws';
import fastify from 'fastify';
import { WebSocketServer } from 'ws';
import { contract } from '../../electron/contract.ts';
import type { AppState, NetworkChoice, WindowView } from '../../electron/contract.ts';
import { watchOf } from './fake-agent-data.ts';
import type { World } from './fake-agent-data.ts';

/** What the shells allow the window; sent with every page, so that a test fails where the window needs more. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' https: http://127.0.0.1:* data:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Words for the person, as the agent's typed errors carry them. */
export interface Refusal {
  message: string;
  advice: string;
}

interface Told {
  state: AppState;
  change: { of: 'inbox' | 'reputation' | 'watches' | 'settings' };
  navigation: { view: WindowView };
  notices: { title: string; body: string };
}

function refused({ message, advice }: Refusal) {
  return new ORPCError('REFUSED', { defined: true, status: 400, message, data: { advice } });
}

/** The agent's side of the contract over a world in memory. `calls` holds what the window asked, in order. */
export class FakeAgent {
  world: World;
  readonly calls: { what: string; input?: unknown }[] = [];
  /** Calls refused from now on, by their dotted name. */
  readonly refusing = new Map<string, Refusal>();
  /** Calls that never answer, by their dotted name. */
  readonly hanging = new Set<string>();
  readonly #told = new EventPublisher<Told>();

  constructor(world: World) {
    this.world = world;
  }

  /** Changes the state and tells every window. */
  become(change: Partial<AppState>): void {
    this.world.state = { ...this.world.state, ...change };
    this.#told.publish('state', this.world.state);
  }

  /** Tells that a list has changed. */
  changed(of: Told['change']['of']): void {
    this.#told.publish('change', { of });
  }

  /** Sends the window to a view, as a click on a notification does. */
  navigate(view: WindowView): void {
    this.#told.publish('navigation', { view });
  }

  /** What a machine without notifications of its own lets the page show. */
  notice(title: string, body: string): void {
    this.#told.publish('notices', { title, body });
  }

  asked(what: string): { what: string; input?: unknown }[] {
    return this.calls.filter((call) => call.what === what);
  }

  async #heard(what: string, input?: unknown): Promise<void> {
    this.calls.push(input === undefined ? { what } : { what, input });
    if (this.hanging.has(what)) await new Promise(() => {});
    const refusal = this.refusing.get(what);
    if (refusal) throw refused(refusal);
  }

  #countUnread(): void {
    this.become({ unread: this.world.inbox.filter((entry) => entry.unread).length });
    this.changed('inbox');
  }

  #setRead(keys: string[], read: boolean): void {
    this.world.inbox = this.world.inbox.map((entry) => (keys.includes(entry.key) ? { ...entry, unread: !read } : entry));
    this.#countUnread();
  }

  router() {
    const os = implement(contract);
    const told = this.#told;
    const state = () => this.world.state;
    const done = async (what: string, input: unknown, act: () => void = () => {}) => {
      await this.#heard(what, input);
      act();
      return {};
    };
    const signIn = (choice: NetworkChoice) =>
      this.become({
        phase: 'signing-in',
        network: { kind: choice.kind, name: choice.kind === 'other' ? choice.name : choice.kind, clientId: 'clientId' in choice ? choice.clientId : '1' },
        signIn: { means: 'paste', dialogUrl: 'http://127.0.0.1:9/oauth/dialog/?client_id=1' },
      });
    return os.router({
      state: {
        get: os.state.get.handler(() => state()),
        watch: os.state.watch.handler(async function* ({ signal }) {
          const changes = told.subscribe('state', { signal });
          yield state();
          yield* changes;
        }),
      },
      changes: os.changes.handler(async function* ({ signal }) {
        yield* told.subscribe('change', { signal });
      }),
      notices: os.notices.handler(async function* ({ signal }) {
        yield* told.subscribe('notices', { signal });
      }),
      navigation: os.navigation.handler(async function* ({ signal }) {
        yield* told.subscribe('navigation', { signal });
      }),
      session: {
        signIn: os.session.signIn.handler(({ input }) => done('session.signIn', input, () => signIn(input))),
        signInAgain: os.session.signInAgain.handler(() => done('session.signInAgain', undefined)),
        paste: os.session.paste.handler(({ input }) => done('session.paste', input, () => this.become({ phase: 'running' }))),
        cancelSignIn: os.session.cancelSignIn.handler(() => done('session.cancelSignIn', undefined, () => this.become({ phase: 'welcome' }))),
        signOut: os.session.signOut.handler(() => done('session.signOut', undefined, () => this.become({ phase: 'welcome' }))),
      },
      polling: {
        syncNow: os.polling.syncNow.handler(() => done('polling.syncNow', undefined)),
        pause: os.polling.pause.handler(() => done('polling.pause', undefined, () => this.become({ paused: true }))),
        resume: os.polling.resume.handler(() => done('polling.resume', undefined, () => this.become({ paused: false }))),
        snooze: os.polling.snooze.handler(({ input }) => done('polling.snooze', input, () => this.become({ snoozedUntil: new Date(Date.now() + 1_800_000) }))),
        endSnooze: os.polling.endSnooze.handler(() =>
          done('polling.endSnooze', undefined, () => {
            const { snoozedUntil: _ended, ...rest } = this.world.state;
            this.world.state = rest;
            this.become({});
          }),
        ),
      },
      inbox: {
        list: os.inbox.list.handler(async ({ input }) => {
          await this.#heard('inbox.list', input);
          const from = input.before ? this.world.inbox.findIndex((entry) => entry.key === input.before?.key) + 1 : 0;
          const entries = this.world.inbox.slice(from, from + input.limit);
          return { entries, hasMore: from + entries.length < this.world.inbox.length };
        }),
        setRead: os.inbox.setRead.handler(({ input }) => done('inbox.setRead', input, () => this.#setRead(input.keys, input.read))),
        markAllRead: os.inbox.markAllRead.handler(() =>
          done('inbox.markAllRead', undefined, () =>
            this.#setRead(
              this.world.inbox.map((entry) => entry.key),
              true,
            ),
          ),
        ),
        open: os.inbox.open.handler(({ input }) => done('inbox.open', input, () => this.#setRead([input.key], true))),
      },
      reputation: {
        list: os.reputation.list.handler(async ({ input }) => {
          await this.#heard('reputation.list', input);
          return { accounts: this.world.accounts, entries: this.world.reputation };
        }),
      },
      watches: {
        list: os.watches.list.handler(async () => {
          await this.#heard('watches.list');
          return { watches: this.world.watches, matches: this.world.matches };
        }),
        add: os.watches.add.handler(async ({ input }) => {
          await this.#heard('watches.add', input);
          const site = this.world.sites.find((choice) => choice.id === input.site);
          const watch = watchOf(`w${this.world.watches.length + 1}-new`, { id: input.site, name: site?.name ?? input.site }, input.rule, { alert: input.alert });
          this.world.watches = [...this.world.watches, watch];
          return watch;
        }),
        change: os.watches.change.handler(async ({ input }) => {
          await this.#heard('watches.change', input);
          const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
          this.world.watches = this.world.watches.map((watch) => (watch.id === input.id ? { ...watch, ...given } : watch));
          const changed = this.world.watches.find((watch) => watch.id === input.id);
          if (!changed) throw refused({ message: 'This watch is gone.', advice: 'Add it anew.' });
          return changed;
        }),
        preview: os.watches.preview.handler(async ({ input }) => {
          await this.#heard('watches.preview', input);
          return this.world.preview;
        }),
        remove: os.watches.remove.handler(({ input }) =>
          done('watches.remove', input, () => {
            this.world.watches = this.world.watches.filter((watch) => watch.id !== input.id);
          }),
        ),
        openMatch: os.watches.openMatch.handler(({ input }) =>
          done('watches.openMatch', input, () => {
            this.world.matches = this.world.matches.map((match) => (match.questionId === input.questionId ? { ...match, unread: false } : match));
          }),
        ),
        completeTag: os.watches.completeTag.handler(async ({ input }) => {
          await this.#heard('watches.completeTag', input);
          return (this.world.tags[input.site] ?? []).filter((tag) => tag.name.includes(input.text));
        }),
        sites: os.watches.sites.handler(async () => {
          await this.#heard('watches.sites');
          return this.world.sites;
        }),
      },
      settings: {
        get: os.settings.get.handler(async () => {
          await this.#heard('settings.get');
          return this.world.settings;
        }),
        change: os.settings.change.handler(async ({ input }) => {
          await this.#heard('settings.change', input);
          const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
          this.world.settings = { ...this.world.settings, ...given };
          return this.world.settings;
        }),
        testNotification: os.settings.testNotification.handler(() => done('settings.testNotification', undefined)),
      },
      openExternal: os.openExternal.handler(({ input }) => done('openExternal', input)),
    });
  }
}

/** A running fake agent with the built window in front of it. */
export interface Served {
  agent: FakeAgent;
  url: string;
  /** Ends every connection and takes no new one until `comeBack`. */
  goAway(): void;
  comeBack(): void;
  stop(): Promise<void>;
}

/** Serves the window built into `rendererDir`, with the agent at `/rpc`, on a free loopback port. */
export async function serve(agent: FakeAgent, rendererDir: string): Promise<Served> {
  const server = fastify({ forceCloseConnections: true });
  server.addHook('onSend', async (_request, reply) => {
    reply.header('content-security-policy', contentSecurityPolicy);
  });
  await server.register(fastifyStatic, { root: rendererDir });
  const sockets = new WebSocketServer({ noServer: true });
  const handler = new RPCHandler(agent.router());
  let away = false;
  server.server.on('upgrade', (request, socket, head) => {
    if (away || request.url !== '/rpc') {
      socket.destroy();
      return;
    }
    sockets.handleUpgrade(request, socket, head, (websocket) => void handler.upgrade(websocket));
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const dropAll = () => {
    for (const websocket of sockets.clients) websocket.terminate();
  };
  return {
    agent,
    url: `http://127.0.0.1:${port}/`,
    goAway() {
      away = true;
      dropAll();
    },
    comeBack() {
      away = false;
    },
    async stop() {
      dropAll();
      await server.close();
    },
  };
}
