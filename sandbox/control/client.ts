import { z } from 'zod';
import type { Fault, RequestRecord } from '../api/faults.ts';
import type { Actions } from '../world/world.ts';
import type { BackoffPlan, KeyChange, SocketChange, TokenGrant, TokenRevocation } from './routes.ts';

const Refusal = z.object({ error_message: z.string() });

/** Steers a running sandbox that was started with `--control`. Every call rejects with an Error in plain words. */
export type SandboxControl = ReturnType<typeof createSandboxControl>;

/** @param apiBaseUrl as the sandbox printed it */
export function createSandboxControl(apiBaseUrl: string, fetch: typeof globalThis.fetch = globalThis.fetch) {
  const call = async (method: string, path: string, init?: RequestInit): Promise<Record<string, unknown>> => {
    const response = await fetch(`${apiBaseUrl}/_sandbox/${path}`, { ...init, method });
    const answer: unknown = await response.json();
    if (response.ok) return answer as Record<string, unknown>;
    const refusal = Refusal.safeParse(answer);
    throw new Error(
      response.status === 404
        ? 'The sandbox has no control routes. Start it with --control.'
        : `The sandbox refused ${path}: ${refusal.success ? refusal.data.error_message : response.status}`,
    );
  };
  const get = (path: string) => call('GET', path);
  const post = (path: string, body: object = {}) =>
    call('POST', path, { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const remove = async (path: string) => void (await call('DELETE', path));
  const change = async (path: string, body?: object) => void (await post(path, body));
  return {
    /** Sets the network's clock forward; returns its new present in epoch seconds. */
    advance: async (seconds: number) => Number((await post('clock', { advance: seconds }))['now']),
    /** Sets the network's clock forward to a moment in epoch seconds; returns its new present. */
    jump: async (to: number) => Number((await post('clock', { to }))['now']),
    /** Puts everything back to how it was at the start: posts, tokens, quota, clock, faults, the list of requests. */
    reset: () => change('reset'),
    /** Makes somebody do something; returns the new id where the action makes one. */
    act: async <Name extends keyof Actions>(name: Name, action: Parameters<Actions[Name]>[0]) =>
      (await post(`actions/${name}`, action))['result'] as ReturnType<Actions[Name]>,
    /** Makes coming answers fail; see {@link Fault}. */
    fault: (fault: z.input<typeof Fault>) => change('faults', fault),
    /** Forgets planned faults and backoffs. */
    clearFaults: () => remove('faults'),
    /** Makes coming answers ask for a pause. */
    backoff: (plan: z.input<typeof BackoffPlan>) => change('backoff', plan),
    /** Makes a token good for any application. */
    grant: (grant: z.input<typeof TokenGrant>) => change('tokens', grant),
    /** Ends one token, those of a person, or all; returns how many. */
    revoke: async (which: z.input<typeof TokenRevocation> = {}) =>
      Number((await post('tokens/revoke', which))['revoked']),
    /** Sets another key of an application, or the end of its key. */
    changeKey: (key: z.input<typeof KeyChange>) => change('keys', key),
    /** Sets how the socket fails, sends heartbeats, or breaks its connections. */
    changeSocket: (socket: z.input<typeof SocketChange>) => change('socket', socket),
    /** Returns what each of those who listen to the socket has subscribed to. */
    socketTopics: async () => (await get('socket'))['topics'] as string[][],
    /** Returns the requests to the API so far, oldest first. */
    requests: async () => (await get('requests'))['requests'] as RequestRecord[],
    clearRequests: () => remove('requests'),
    /** Sets how many requests every caller has left. */
    setQuota: (remaining: number) => change('quota', { remaining }),
  };
}
