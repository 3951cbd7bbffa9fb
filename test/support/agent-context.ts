import { Emitter, type AgentContext, type AgentEvents } from '../../electron/agent/context.ts';
import { silentLog } from '../../electron/base/log.ts';
import { listenForRedirect } from '../../electron/desktop/loopback-listener.ts';
import { SettingsStore } from '../../electron/store/settings.ts';
import { createManualClock } from './manual-clock.ts';

/**
 * Returns a context with the first settings, an English desktop, a clock that stands still and a log that nobody reads,
 * unless `given` says otherwise. The rest is not there.
 */
export function agentContext(given: { [Part in keyof AgentContext]?: Partial<AgentContext[Part]> } = {}): AgentContext {
  const { desktop, ...rest } = given;
  const context = {
    clock: createManualClock(0),
    log: silentLog,
    events: new Emitter<AgentEvents>(silentLog),
    settings: new SettingsStore({ path: '', store: {} }),
    desktop: { languages: ['en'], opensDeepLinks: false, listenForRedirect, on: () => () => undefined, ...desktop },
    ...rest,
  };
  return context as unknown as AgentContext;
}
