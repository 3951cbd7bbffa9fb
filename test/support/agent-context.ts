import { Emitter, type AgentContext, type AgentEvents } from '../../electron/agent/context.ts';
import { silentLog } from '../../electron/base/log.ts';
import { listenForRedirect } from '../../electron/desktop/loopback-listener.ts';
import { SettingsStore } from '../../electron/store/settings.ts';
import { createManualClock } from './manual-clock.ts';

/** Parts of a context, of which a test gives what it needs. */
type Given = { [Part in keyof Omit<AgentContext, 'fetch'>]?: Partial<AgentContext[Part]> } & {
  fetch?: AgentContext['fetch'] | (() => Promise<Response>);
};

/**
 * Returns a context with the first settings, an English desktop, a clock that stands still and a log that nobody reads,
 * unless `given` says otherwise. The rest is not there.
 */
export function agentContext(given: Given = {}): AgentContext {
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
