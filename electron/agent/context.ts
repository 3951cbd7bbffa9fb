import type { ContractProcedure, InferSchemaInput, InferSchemaOutput } from '@orpc/contract';
import type { AppState, ListName, PageNotice, WindowView } from '../../common/contract/contract.ts';
import { preferredLocale } from '../../common/i18n/localized-text.ts';
import type { Locale } from '../../common/i18n/locale.ts';
import type { Fetch } from '../api/network.ts';
import type { Clock } from '../base/clock.ts';
import type { Emitter } from '../base/emitter.ts';
import type { Log } from '../base/log.ts';
import type { Desktop, PageContext } from '../desktop/desktop.ts';
import type { History } from '../store/history.ts';
import type { SettingsStore } from '../store/settings.ts';
import type { StreamId } from './ids.ts';

export { Emitter } from '../base/emitter.ts';

/** The long-lived things that every room of the agent is given. */
export interface AgentContext {
  clock: Clock;
  log: Log;
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  random: () => number;
  fetch: Fetch;
  settings: SettingsStore;
  history: History;
  desktop: Desktop;
  events: Emitter<AgentEvents>;
  /** Path of the data folder. */
  dataDir: string;
}

/** Returns the current locale of the user. */
export const localeOf = ({
  settings,
  desktop,
}: {
  settings: Pick<SettingsStore, 'get'>;
  desktop: Pick<Desktop, 'languages'>;
}): Locale => preferredLocale(settings.get().preferences.language, desktop.languages);

/** Shows the window at a view. */
export function showWindow({ events, desktop }: Pick<AgentContext, 'events' | 'desktop'>, view: WindowView): void {
  events.emit('navigate', view);
  desktop.showWindow(view);
}

const ALL_LISTS: readonly ListName[] = ['inbox', 'reputation', 'watches', 'sites'];

/** Reports that all lists and the state may have changed. */
export function everythingChanged({ events }: Pick<AgentContext, 'events'>): void {
  events.emit('lists-changed', ALL_LISTS);
  events.emit('state-changed');
}

/** Events within the agent; some are passed on to the app around it. */
export interface AgentEvents {
  /** The state was published. The function computes it for a listener that needs it. */
  state: () => AppState;
  /** The window should open this view. */
  navigate: WindowView;
  /** A notification that an open window shows because the system does not, or one to remove. */
  notice: PageNotice;
  /** The content of these lists has changed. */
  'lists-changed': readonly ListName[];
  /** Part of the state changed (quota, plan, conditions, sign-ins), so it has to be published. */
  'state-changed': void;
  /** A poll of this stream was recorded; notifications may be due. */
  'poll-recorded': { account: string; stream: StreamId };
  /** The watches of the account with this id have changed. */
  'watches-changed': string;
  /** Read marks of inbox items or watched questions have changed. */
  'read-changed': void;
  /** Rows became visible in a window, so pending events about them need no notification. */
  visible: void;
  /** Notifications begin or cease to be held. */
  'waiting-changed': void;
  /** A minute has passed: ages in the tray may be outdated. */
  'time-passed': void;
  /** The user changed settings. */
  'preferences-changed': void;
  /** Something may be due at another time than before, other than a poll. */
  'due-changed': void;
  /** An account was opened, by its id, and is about to be started. */
  'account-opened': string;
  /** The demo network has ended unexpectedly. */
  'demo-ended': void;
}

/** Circumstances of a window's call: the page that called, and a signal that aborts when it no longer waits. */
export interface Call extends PageContext {
  signal?: AbortSignal | undefined;
}

/** Result of a call; none is sent as `{}`. */
type Answer<Result> = Result | Promise<Result> | ({} extends Result ? void | Promise<void> : never);

/**
 * Methods that answer a topic of the contract, each by the name of its procedure. A class implements it by types alone,
 * so that the contract's schemas stay unloaded without a window.
 */
export type Handlers<Topic> = {
  [Name in keyof Topic]: Topic[Name] extends ContractProcedure<infer Input, infer Output, infer _E, infer _M>
    ? (input: InferSchemaOutput<Input>, call: Call) => Answer<InferSchemaInput<Output>>
    : Handlers<Topic[Name]>;
};
