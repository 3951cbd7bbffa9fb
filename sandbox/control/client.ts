import { z } from 'zod';
import type { BackoffPlan, Fault, KeyChange, SocketChange, TokenGrant, TokenRevocation } from './messages.ts';
import type { RequestRecord } from '../api/gate/request-log.ts';
import type { Actions } from '../world/world.ts';

/** Steers a running sandbox that was started with `--control`. Every call rejects with an Error in plain words. */
export interface SandboxControl {
  /** Sets the network's clock forward; gives its new present in epoch seconds. */
  advance(seconds: number): Promise<number>;
  /** Sets the network's clock forward to a moment in epoch seconds; gives its new present. */
  jump(to: number): Promise<number>;
  /** Puts everything back to how it was at the start: posts, tokens, quota, clock, faults, the list of requests. */
  reset(): Promise<void>;
  /** Makes somebody do something; gives the new id where the action makes one. */
  act<Name extends keyof Actions>(name: Name, action: Parameters<Actions[Name]>[0]): Promise<ReturnType<Actions[Name]>>;
  /** Makes coming answers fail; see {@link Fault}. */
  fault(fault: z.input<typeof Fault>): Promise<void>;
  /** Forgets planned faults and backoffs. */
  clearFaults(): Promise<void>;
  /** Makes coming answers ask for a pause. */
  backoff(plan: z.input<typeof BackoffPlan>): Promise<void>;
  /** Makes a token good for any application. */
  grant(grant: z.input<typeof TokenGrant>): Promise<void>;
  /** Ends one token, those of a person, or all; gives how many. */
  revoke(which?: z.input<typeof TokenRevocation>): Promise<number>;
  /** Gives an application another key, or its key an end. */
  changeKey(change: z.input<typeof KeyChange>): Promise<void>;
  /** Lets the socket fail, sends heartbeats, or breaks its connections. */
  changeSocket(change: z.input<typeof SocketChange>): Promise<void>;
  /** What each of those who listen to the socket has subscribed to. */
  socketTopics(): Promise<string[][]>;
  /** What was asked of the API so far, oldest first. */
  requests(): Promise<RequestRecord[]>;
  clearRequests(): Promise<void>;
  /** Sets how many requests every caller has left. */
  setQuota(remaining: number): Promise<void>;
}

const Refusal = z.object({ error_message: z.string() });

/** @param apiBaseUrl as the sandbox printed it */
export function createSandboxControl(
  apiBaseUrl: string,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): SandboxControl {
  const call = async (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<Record<string, unknown>> => {
    const response = await fetch(`${apiBaseUrl}/_sandbox/${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (response.ok) return answer as Record<string, unknown>;
    const refusal = Refusal.safeParse(answer);
    throw new Error(
      response.status === 404
        ? 'The sandbox has no control routes. Start it with --control.'
        : `The sandbox refused ${path}: ${refusal.success ? refusal.data.error_message : response.status}`,
    );
  };
  return {
    advance: async (seconds) => Number((await call('POST', 'clock', { advance: seconds }))['now']),
    jump: async (to) => Number((await call('POST', 'clock', { to }))['now']),
    reset: async () => void (await call('POST', 'reset')),
    act: async (name, action) => (await call('POST', `actions/${name}`, action))['result'] as never,
    fault: async (fault) => void (await call('POST', 'faults', fault)),
    clearFaults: async () => void (await call('DELETE', 'faults')),
    backoff: async (plan) => void (await call('POST', 'backoff', plan)),
    grant: async (grant) => void (await call('POST', 'tokens', grant)),
    revoke: async (which = {}) => Number((await call('POST', 'tokens/revoke', which))['revoked']),
    changeKey: async (change) => void (await call('POST', 'keys', change)),
    changeSocket: async (change) => void (await call('POST', 'socket', change)),
    socketTopics: async () => (await call('GET', 'socket'))['topics'] as string[][],
    requests: async () => (await call('GET', 'requests'))['requests'] as RequestRecord[],
    clearRequests: async () => void (await call('DELETE', 'requests')),
    setQuota: async (remaining) => void (await call('POST', 'quota', { remaining })),
  };
}
