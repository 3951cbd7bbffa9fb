import { EventEmitter } from 'node:events';
import { errorStack } from '../../../common/error-message.ts';
import type { AppState, ListName, PageNotice, WindowView } from '../../../common/contract/contract.ts';
import type { Log } from '../../log.ts';
import type { StreamId } from './stream-id.ts';

/** What the parts of the agent tell each other and, of these, whoever shows the agent. */
export interface AgentEvents {
  /** The state was published; it is made when a listener asks for it. */
  state: () => AppState;
  /** The window should go to this view. */
  navigate: WindowView;
  /** A notification that an open window has to show, because the system shows none, or to take away. */
  notice: PageNotice;
  /** These lists show something else now. */
  'lists-changed': readonly ListName[];
  /** Something that the state is made of changed: quota, plan, conditions, sign-ins. It is to be published. */
  'state-changed': void;
  /** A poll of this stream was recorded: there may be something to show and to announce. */
  'poll-recorded': StreamId;
  /** Read marks changed, of inbox items or of watched questions. */
  'read-changed': void;
  /** Rows came into sight in a window, so what is pending about them needs no notification. */
  visible: void;
  /** Notifications are suppressed from now on, or no longer. */
  'waiting-changed': void;
  /** True: the desktop refused a notification. False: it took one. */
  'notifications-failing': boolean;
}

/**
 * Sends typed events to any number of listeners, at once and in the order in which they subscribed. A listener that
 * throws is logged and keeps neither the others nor the sender from going on: the sender may be in the midst of a poll.
 */
export class EventHub<Events extends object> {
  readonly #emitter = new EventEmitter();
  readonly #log: Pick<Log, 'error'>;

  constructor(log: Pick<Log, 'error'>) {
    this.#log = log;
  }

  emit<Name extends keyof Events & string>(
    name: Name,
    ...detail: Events[Name] extends void ? [] : [Events[Name]]
  ): void {
    for (const listener of this.#emitter.listeners(name)) {
      try {
        listener(...detail);
      } catch (error) {
        this.#log.error(`A listener to ${name} failed: ${errorStack(error)}`);
      }
    }
  }

  /** Subscribes; gives back its own unsubscribe. */
  on<Name extends keyof Events & string>(name: Name, listener: (detail: Events[Name]) => void): () => void {
    this.#emitter.on(name, listener);
    return () => this.#emitter.off(name, listener);
  }
}
