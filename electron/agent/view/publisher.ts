import { errorStack } from '../../../common/error-message.ts';
import type { AppState, ListName } from '../../../common/contract/contract.ts';
import { untilBeat } from '../../base/clock.ts';
import type { AgentContext } from '../context.ts';
import { streamKind, type StreamId, type StreamKind } from '../ids.ts';
import { Snapshot, type RunFacts, type StateSources } from './state.ts';

/** Interval at which the tray's countdown is redrawn; it counts in minutes for most of its time. */
const REDRAW_MS = 30_000;

/** Publisher of the state to windows and tray, with the tray's countdown, and of the lists that polls changed. */
export class StatePublisher {
  readonly #context: AgentContext;
  readonly #sources: StateSources;
  readonly #run: RunFacts;
  readonly #stopped = new AbortController();
  #isCounting = false;
  #outdatedAt = -Infinity;

  constructor(context: AgentContext, sources: StateSources, version: string) {
    this.#context = context;
    this.#sources = sources;
    this.#run = { version, started: false };
    const { clock, events, history } = context;
    const changedLists = new ChangedLists(history.file);
    for (const name of ['state-changed', 'read-changed', 'waiting-changed'] as const)
      events.on(name, () => this.publish());
    // The tray would show other text by now, such as an age, though nothing has happened.
    events.on('time-passed', () => {
      if (clock.now() >= this.#outdatedAt) this.publish();
    });
    // The state is not published after each poll: it is expensive to compute, and the scheduler reports its new plan
    // anyway.
    events.on('poll-recorded', ({ stream }) => {
      const lists = changedLists.changedBy(stream);
      if (lists.length > 0) events.emit('lists-changed', lists);
    });
  }

  state(): AppState {
    return this.#snapshot().state();
  }

  /** Publishes the state. Never throws: a failure to display must not stop polling. */
  publish(): void {
    if (this.#show('everywhere')) void this.#countDown();
  }

  /** Ends the phase `starting`. */
  started(): void {
    this.#run.started = true;
  }

  stop(): void {
    this.#stopped.abort();
  }

  #snapshot(): Snapshot {
    return new Snapshot(this.#context, this.#sources, this.#run);
  }

  /** Redraws the tray while it counts down: the window counts by itself, a tray shows only the text it was given. */
  async #countDown(): Promise<void> {
    const { clock } = this.#context;
    const { signal } = this.#stopped;
    if (this.#isCounting || signal.aborted) return;
    this.#isCounting = true;
    do await clock.sleep(untilBeat(clock, REDRAW_MS), signal);
    while (!signal.aborted && this.#show('in-tray'));
    this.#isCounting = false;
  }

  /** Shows the current state. Returns whether the tray counts down. */
  #show(where: 'everywhere' | 'in-tray'): boolean {
    const { desktop, events, log } = this.#context;
    try {
      const snapshot = this.#snapshot();
      if (where === 'everywhere') events.emit('state', () => snapshot.state());
      const { view, outdatedAt } = snapshot.tray();
      desktop.setTray(view);
      this.#outdatedAt = outdatedAt;
      return snapshot.hasCountdown();
    } catch (error) {
      log.error(`The state could not be shown: ${errorStack(error)}`);
      return false;
    }
  }
}

/**
 * Lists that a poll of each kind of stream may change. Matches of watches are listed with the inbox, too. The sites of
 * a network name and order those of every list; accounts are listed with their reputation and come first among the
 * sites.
 */
const CHANGED_LISTS: Record<StreamKind, readonly ListName[]> = {
  inbox: ['inbox'],
  accounts: ['reputation', 'sites'],
  sites: ['inbox', 'reputation', 'watches', 'sites'],
  // Achievements only decide which other streams are polled, and badges are announced and not listed.
  achievements: [],
  badges: [],
  reputation: ['reputation'],
  history: ['reputation'],
  questions: ['watches', 'inbox'],
  scored: ['watches', 'inbox'],
  featured: ['watches', 'inbox'],
};

/** Lists that depend on history rows alone. Reputation also depends on the day, watches on the poll plan. */
const ROWS_ONLY: readonly ListName[] = ['inbox', 'sites'];

/** Tracker of the lists that polls have changed, so that an open window fetches them again. */
export class ChangedLists {
  readonly #history: { version(): number };
  /** Version of the history when each list was last reported as changed. */
  readonly #told = new Map<ListName, number>();

  /** @param history its version must change whenever any row of the history may have changed */
  constructor(history: { version(): number }) {
    this.#history = history;
    for (const list of ROWS_ONLY) this.#told.set(list, history.version());
  }

  /** Returns the lists changed by a recorded poll, including changes of earlier polls not reported yet. */
  changedBy(stream: StreamId): readonly ListName[] {
    const version = this.#history.version();
    const lists = CHANGED_LISTS[streamKind(stream)].filter((list) => this.#told.get(list) !== version);
    for (const list of lists) if (this.#told.has(list)) this.#told.set(list, version);
    return lists;
  }
}
