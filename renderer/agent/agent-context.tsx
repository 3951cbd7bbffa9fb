import { createContext, useContext, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import type { AppState } from '../../common/contract/contract.ts';
import type { AgentClient, Bridge } from './connection/bridge.ts';
import type { LinkState } from './connection/reconnecting-link.ts';
import type { AgentSubscriptions } from './agent-subscriptions.ts';

interface Agent extends Bridge {
  subscriptions: AgentSubscriptions;
}

const AgentContext = createContext<Agent | undefined>(undefined);

/** Gives everything below it the agent to talk to. */
export function AgentProvider({ agent, children }: { agent: Agent; children: ReactNode }) {
  return <AgentContext value={agent}>{children}</AgentContext>;
}

function useAgent(): Agent {
  const agent = useContext(AgentContext);
  if (agent === undefined) throw new Error('There is no AgentProvider above this component.');
  return agent;
}

/** The typed calls of the contract. */
export function useClient(): AgentClient {
  return useAgent().client;
}

/** The agent's state, kept up to date; undefined until the first has come. */
export function useAppState(): AppState | undefined {
  const { subscriptions } = useAgent();
  return useSyncExternalStore(
    (listener) => subscriptions.subscribe(listener),
    () => subscriptions.state,
  );
}

/** The state of the connection to the agent, and a way to try again at once. */
export function useAgentLink(): { state: LinkState; retryNow: () => void } {
  const { link } = useAgent();
  const state = useSyncExternalStore(
    (listener) => link.subscribe(listener),
    () => link.state,
  );
  return { state, retryNow: () => link.retryNow() };
}
