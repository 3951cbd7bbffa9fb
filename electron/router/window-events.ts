import { EventPublisher } from '@orpc/server';
import type { AgentEvents, EventHub } from '../agent/domain/events.ts';

/** The agent's events that windows hear. */
const WINDOW_EVENTS = ['state', 'lists-changed', 'navigate', 'notice'] as const;

/** The agent's events for any number of windows, each of which reads them at its own pace. */
export type WindowEvents = EventPublisher<Pick<AgentEvents, (typeof WINDOW_EVENTS)[number]>>;

/** Carries the agent's events to whichever windows subscribe. */
export function createWindowEvents(events: EventHub<AgentEvents>): WindowEvents {
  const publisher: WindowEvents = new EventPublisher();
  for (const name of WINDOW_EVENTS) events.on(name, (detail) => publisher.publish(name, detail));
  return publisher;
}
