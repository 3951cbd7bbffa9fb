import { cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readFrame, openSocketAs, type OpenSocket } from '../../electron/api/socket.ts';
import type { Askbell, Parts } from '../../electron/assemble.ts';
import type { DesktopNotification, Presence, TrayCommand } from '../../electron/desktop/desktop.ts';
import { createSandboxControl, type SandboxControl } from '../../sandbox/control/client.ts';
import type { RequestRecord } from '../../sandbox/api/faults.ts';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/server/server.ts';
import { demoDataCopy, storyStart } from '../support/demo-data.ts';
import { cast, type People } from '../support/cast.ts';
import { assembleInProcess, type Window } from '../support/process/assembled.ts';
import { createManualClock, type ManualClock } from '../support/manual-clock.ts';
import { UnderWay } from '../support/under-way.ts';
import { recordingDesktop, type RecordingDesktop } from './recording-desktop.ts';

export { cast, type People };

/** The moment the stories begin. */
const start = storyStart * 1000;

/** What a story may do and look at; the short ways that `convenience` adds included. */
export interface World extends ReturnType<typeof convenience> {
  clock: ManualClock;
  /** Sets this machine's clock off by so many ms. */
  setMachineOff(ms: number): void;
  sandbox: Sandbox;
  desktop: RecordingDesktop;
  askbell: Askbell;
  /** The network's socket as Askbell sees it: whether it is open, and how many frames came that are no heartbeats. */
  socket: { isOpen: boolean; heard: number };
  /** What the window would call. */
  window: Window;
  /** Who is who at the network, and what they do there. */
  people: People;
  /** Steers the network. */
  control: SandboxControl;
  /** Where Askbell keeps its history. */
  dataDir: string;
  /** Moves time on, letting every request and its consequences finish on the way. */
  pass(ms: number): Promise<void>;
  /** Waits until nothing is under way, without moving time. */
  idle(): Promise<void>;
  /** Ends Askbell as a quit does and starts it anew with what was kept. */
  restart(options?: { without?: 'secrets' }): Promise<void>;
  /** Starts Askbell anew with the files as a kill at this moment would have left them. */
  crash(): Promise<void>;
  quit(): Promise<void>;
  /** Starts Askbell again after `quit`. */
  launch(): Promise<void>;
  close(): Promise<void>;
}

export interface WorldOptions {
  sandbox?: SandboxOptions;
  /** How far this machine's clock is off, in ms. */
  machineOff?: number;
  /** Changes what the API answers, or holds it back: the path after the version, and the items it would give. */
  tamper?: (path: string, items: Record<string, unknown>[]) => unknown[] | Promise<unknown[]>;
  /** Signs in by itself (default true). */
  demo?: boolean;
  /** Another Askbell at the network of this one, with the same clock: the same person's second machine. */
  beside?: World;
  /** What the demo network is like (default the specification). */
  demoLike?: 'specification' | 'public';
  /** Parts of Askbell other than the usual ones, such as its log. */
  parts?: Partial<Parts>;
  /** Where Askbell keeps its history and settings (default a folder of its own). */
  dataDir?: string;
}

type SignIn = Parameters<Window['session']['signIn']>[0];
type OwnNetwork = Extract<SignIn, { kind: 'other' }>;
type Account = Awaited<ReturnType<Window['state']['get']>>['accounts'][number];
type Settings = Awaited<ReturnType<Window['settings']['get']>>;
type Filter = NonNullable<Parameters<Window['inbox']['list']>[0]['filter']>;
type Entry = Awaited<ReturnType<Window['inbox']['list']>>['entries'][number];

const minute = 60_000;

/** Pairs of equal requests less than a minute apart, which no network allows (docs/api.md, "Throttling"). */
export function tooSoon(requests: readonly RequestRecord[]): string[] {
  const last = new Map<string, number>();
  return requests.flatMap(({ method, path, query, at }) => {
    const request = `${method} ${path} ${JSON.stringify(Object.entries(query).toSorted())}`;
    const before = last.get(request);
    last.set(request, at);
    return before !== undefined && at - before < 60 ? [`${request} after ${at - before} s`] : [];
  });
}

/** Starts a network with the data and the clock of the stories, in a folder. */
export async function startStorySandbox(
  folder: string,
  clock: ManualClock,
  options?: SandboxOptions,
): Promise<Sandbox> {
  return startSandbox({
    file: await demoDataCopy(folder, storyStart),
    clock: { now: () => Math.floor(clock.now() / 1000) },
    apps: [
      { clientId: 'askbell', key: 'askbell-demo', domain: 'localhost', name: 'Askbell' },
      { clientId: 'mine', key: 'my-key', domain: 'localhost', name: 'Mine' },
    ],
    burst: Infinity,
    control: true,
    ...options,
  });
}

/** Real agent, real sandbox over HTTP, real SQLite; only the desktop and the clock are the test's. */
export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'askbell-story-'));
  const { beside } = options;
  const clock = beside?.clock ?? createManualClock(start);
  let machineOff = options.machineOff ?? 0;
  const machine = { ...clock, now: () => clock.now() + machineOff };
  const sandbox = beside?.sandbox ?? (await startStorySandbox(folder, clock, options.sandbox));

  const traffic = new UnderWay();
  const { idle } = traffic;
  const countedFetch: typeof globalThis.fetch = (input, init) =>
    traffic.during(async () => {
      // Uncompressed: whole days pass in stories, and packing and unpacking answers took a tenth of the time they take.
      const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
      headers.set('accept-encoding', 'identity');
      const response = await fetch(input, { ...init, headers });
      // The body is read here so that "under way" covers it.
      const body = await response.arrayBuffer();
      const { tamper } = options;
      const path = /\/2\.3(\/[^?]*)/.exec(input instanceof Request ? input.url : String(input))?.[1];
      if (tamper && path !== undefined && response.ok) {
        const answer = JSON.parse(new TextDecoder().decode(body)) as { items: Record<string, unknown>[] };
        return Response.json(
          { ...answer, items: await tamper(path, answer.items) },
          { headers: { date: response.headers.get('date') ?? '' } },
        );
      }
      const empty = [101, 204, 205, 304].includes(response.status) || response.type === 'opaqueredirect';
      return new Response(empty ? null : body, { status: response.status, headers: response.headers });
    });

  const idleBoth = async () => {
    await beside?.idle();
    await idle();
    // What one does may let the other go on.
    await beside?.idle();
  };

  const socket = { isOpen: false, heard: 0 };
  const openSocket: OpenSocket = (url, on) => {
    const opened = openSocketAs('Askbell')(url, {
      open: () => ((socket.isOpen = true), on.open()),
      text(text) {
        if (readFrame(text)?.kind !== 'heartbeat') socket.heard += 1;
        on.text(text);
      },
      close: (why) => ((socket.isOpen = false), on.close(why)),
    });
    return { ...opened, close: () => ((socket.isOpen = false), opened.close()) };
  };

  const { dataDir = join(folder, 'data') } = options;
  const secrets = new Map<string, string>();
  const paste = (text: string) => world.window.session.paste({ text });

  const world = {
    ...convenience(() => world),
    clock,
    setMachineOff: (ms: number) => void (machineOff = ms),
    sandbox,
    people: cast(sandbox),
    control: createSandboxControl(sandbox.apiBaseUrl),
    socket,
    dataDir,
    idle,
    // Whatever is under way is done before time goes on, so that a request takes none of it.
    pass: (ms: number) => clock.advance(ms, beside ? idleBoth : idle),
    async quit() {
      await world.askbell.stop();
    },
    async launch() {
      const before = world.desktop as RecordingDesktop | undefined;
      world.desktop = recordingDesktop({ sandbox, secrets, fetch: countedFetch, dataDir, paste, since: start });
      if (before) {
        world.desktop.person = before.person;
        world.desktop.secrets.keeping = before.secrets.keeping;
        if (!before.authorize) delete world.desktop.authorize;
        world.desktop.emit('presence', before.presence());
      }
      const { demo = true, demoLike = 'specification' } = options;
      const assembled = await assembleInProcess({
        desktop: world.desktop,
        clock: machine,
        fetch: countedFetch,
        openSocket,
        dataDir,
        options: { demo, demoSpeed: 1, demoLike, printNotifications: false },
        ...options.parts,
      });
      Object.assign(world, assembled);
      await world.askbell.start();
      await idle();
    },
    async restart({ without }: { without?: 'secrets' } = {}) {
      await world.quit();
      if (without) secrets.clear();
      await world.launch();
    },
    async crash() {
      const files = join(folder, 'after-the-crash');
      cpSync(dataDir, files, { recursive: true, filter: (path) => !path.endsWith('-shm') });
      await world.quit();
      rmSync(dataDir, { recursive: true });
      renameSync(files, dataDir);
      await world.launch();
    },
    async close() {
      await world.askbell.stop().catch(() => undefined);
      // A story may have closed the network itself.
      if (!beside) await sandbox.close().catch(() => undefined);
      rmSync(folder, { recursive: true, force: true });
    },
  } as unknown as World;
  await world.launch();
  return world;
}

/** Long enough for every stream to have its turn. */
export const aRound = 2 * minute + 10_000;

/** What stories say time and again, said shortly. */
function convenience(story: () => World) {
  const state = () => story().window.state.get();
  return {
    /** Lets time pass until every stream has had its turn, once or several times. */
    round: (times = 1) => story().pass(times * aRound),
    /** Ends Askbell, starts it anew, and lets time pass: by default a round. */
    async restartAndPass(ms = aRound) {
      await story().restart();
      await story().pass(ms);
    },
    /** Has somebody answer the person's question, and lets a round pass. */
    answered(text?: string, by?: number): Promise<void> {
      story().people.answers(text, by);
      return story().pass(aRound);
    },
    state,
    /** The first account of the state. */
    account: async (): Promise<Account> => (await state()).accounts[0]!,
    /** Kinds of the conditions that window and tray tell of. */
    conditions: async (): Promise<string[]> => (await state()).conditions.map(({ kind }) => kind),
    phase: async () => (await state()).phase,
    /** Entries of the inbox, the newest first. */
    entries: async (filter: Filter = {}): Promise<Entry[]> =>
      (await story().window.inbox.list({ filter, limit: 200 })).entries,
    /** The newest entry of the inbox. */
    newest: async (): Promise<Entry> => (await story().window.inbox.list({ limit: 1 })).entries[0]!,
    /** Kind and title of each notification since the start. */
    shown: () => story().desktop.shown.map(({ kind, title }) => `${kind}: ${title}`),
    /** Requests whose path ends so. */
    asked: (ending: string): RequestRecord[] => story().sandbox.requests.filter(({ path }) => path.endsWith(ending)),
    /** Presses a button of a notification (by default the latest), and waits for what follows. */
    async press(action: DesktopNotification['actions'][number]['id'], notification?: { id: number }) {
      const { id } = notification ?? story().desktop.shown.at(-1)!;
      story().desktop.emit('notification-action', { id, action });
      await story().idle();
    },
    /** Chooses the first entry of the tray's menu that does this, and waits for what follows. */
    async choose(does: TrayCommand['do']) {
      const entry = story()
        .desktop.tray()
        .menu.find((item) => item.type === 'action' && item.command.do === does);
      if (entry?.type !== 'action') throw new Error(`The tray's menu has nothing that does ${does}.`);
      story().desktop.emit('tray-command', entry.command);
      await story().idle();
    },
    /** Changes which kinds of news are told. */
    async notifyOf(kinds: Partial<Settings['notify']>) {
      const { settings } = story().window;
      await settings.change({ notify: { ...(await settings.get()).notify, ...kinds } });
    },
    /** Watches a tag of the site where the person is at home; returns the tag. */
    async watchTag(): Promise<string> {
      const { site } = story().people;
      const { watches } = story().window;
      const [tag] = await watches.completeTag({ site, text: 'a' });
      await watches.add({ site, rule: { anyTags: [tag!.name] } });
      await story().pass(aRound);
      return tag!.name;
    },
    /** Ends every watch. */
    async unwatch() {
      const { watches } = story().window;
      for (const { id } of (await watches.list()).watches) await watches.remove({ id });
    },
    /** Hears one of the window's streams until the returned function is called. */
    async follow<Event>(
      open: (options: { signal: AbortSignal }) => Promise<AsyncIterable<Event>>,
      hear: (event: Event) => void,
    ): Promise<() => void> {
      const closed = new AbortController();
      const events = await open({ signal: closed.signal });
      void (async () => {
        for await (const event of events) hear(event);
      })().catch(() => undefined);
      return () => closed.abort();
    },
    /** Has the person leave the computer, or come back. */
    become: (presence: Presence['state']) =>
      story().desktop.emit('presence', { state: presence, since: story().clock.now() }),
    /** Returns the network as one that the person enters themselves. */
    own: (key = 'my-key'): OwnNetwork => ({
      kind: 'other',
      name: 'Mine',
      apiBaseUrl: story().sandbox.apiBaseUrl,
      authUrl: story().sandbox.authUrl,
      clientId: 'mine',
      key,
    }),
    /** Signs in there, and lets time pass: by default a round. */
    async signIn(network: SignIn = story().own(), ms = aRound) {
      await story().window.session.signIn(network);
      await story().pass(ms);
    },
    /** Likewise again, at the account that is named or else the one that needs it. */
    async signInAgain(at: Parameters<Window['session']['signInAgain']>[0] = {}, ms = aRound) {
      await story().window.session.signInAgain(at);
      await story().pass(ms);
    },
    /** Has the person's browser never come back from the sign-in dialog. */
    leaveDialogOpen: () => void (story().desktop.person = () => new Promise(() => undefined)),
    /** Notes the sign-in dialogs that the person is shown from now on; `change` changes one beforehand. */
    watchDialogs(change: (dialog: URL) => void = () => undefined): URL[] {
      const dialogs: URL[] = [];
      const { person } = story().desktop;
      story().desktop.person = (dialogUrl) => {
        dialogs.push(new URL(dialogUrl));
        const dialog = new URL(dialogUrl);
        change(dialog);
        return person(dialog.href);
      };
      return dialogs;
    },
  };
}
