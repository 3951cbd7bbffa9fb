import type { SchedulerContext } from '../../electron/agent/scheduler/network-state.ts';
import { Emitter } from '../../electron/base/emitter.ts';
import { silentLog } from '../../electron/base/log.ts';

/** Returns what a scheduler is given: no window, no connections to close, a log that nobody reads. */
export const schedulerContext = (
  given: Pick<SchedulerContext, 'clock' | 'settings' | 'history'> & Partial<SchedulerContext>,
): SchedulerContext => ({
  random: () => 0.5,
  log: silentLog,
  events: new Emitter(silentLog),
  desktop: { languages: ['en'], presence: () => ({ state: 'present', since: 0 }) },
  fetch: {},
  ...given,
});
