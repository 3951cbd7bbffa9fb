import { EventPublisher } from '@orpc/server';
import type { AppState } from '../../common/contract/contract.ts';
import type { AgentEvents, Emitter } from '../agent/context.ts';

/** Events of the agent that windows receive unchanged. */
const WINDOW_EVENTS = ['lists-changed', 'navigate', 'notice'] as const;

/** Events of the agent for any number of windows, each reading at its own pace. */
export type WindowEvents = EventPublisher<Pick<AgentEvents, (typeof WINDOW_EVENTS)[number]> & { state: AppState }>;

/** Publishes the agent's events to subscribed windows. */
export function createWindowEvents(events: Emitter<AgentEvents>): WindowEvents {
  const publisher: WindowEvents = new EventPublisher();
  for (const name of WINDOW_EVENTS) events.on(name, (detail) => publisher.publish(name, detail));
  events.on('state', (readState) => {
    // The state is only created while a window listens, because that takes time.
    if (publisher.size > 0) publisher.publish('state', readState());
  });
  return publisher;
}

/** Subscribes a window to states; each is complete, so only the latest is buffered. */
export const watchState = (events: WindowEvents, signal: AbortSignal | undefined) =>
  events.subscribe('state', { maxBufferedEvents: 1, ...(signal && { signal }) });
