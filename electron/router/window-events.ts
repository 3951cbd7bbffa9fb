import { EventPublisher } from '@orpc/server';
import type { AppState } from '../../common/contract/contract.ts';
import type { AgentEvents, EventHub } from '../agent/domain/events.ts';

/** The agent's events that windows hear as they are. */
const WINDOW_EVENTS = ['lists-changed', 'navigate', 'notice'] as const;

/** The agent's events for any number of windows, each of which reads them at its own pace. */
export type WindowEvents = EventPublisher<Pick<AgentEvents, (typeof WINDOW_EVENTS)[number]> & { state: AppState }>;

/** Carries the agent's events to whichever windows subscribe. */
export function createWindowEvents(events: EventHub<AgentEvents>): WindowEvents {
  const publisher: WindowEvents = new EventPublisher();
  for (const name of WINDOW_EVENTS) events.on(name, (detail) => publisher.publish(name, detail));
  events.on('state', (readState) => {
    // Making the state takes time, so it is not made while no window listens.
    if (publisher.size > 0) publisher.publish('state', readState());
  });
  return publisher;
}

/** The states from now on, as a window reads them: each is whole, so a slow window needs but the last. */
export const watchState = (events: WindowEvents, signal: AbortSignal | undefined) =>
  events.subscribe('state', { maxBufferedEvents: 1, ...(signal && { signal }) });
