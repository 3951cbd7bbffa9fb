import { lookup } from 'node:dns/promises';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import type { Route, Step } from '../checks/network.ts';

/** For each step; in ms. */
const MAX_STEP_MS = 2500;

/** Steps towards a network, or towards the proxy before it: name, connection, encryption. Never rejects. */
export async function probeRoute(address: string, proxy: string | undefined): Promise<Route> {
  const url = URL.parse(proxy ?? address);
  if (!url) return {};
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  const dns = await timed(() => inTime(lookup(host)));
  if ('code' in dns) return { proxy, dns };
  const connect = await timed(() => opened(connectPlain({ host, port }), 'connect'));
  if ('code' in connect || proxy !== undefined || url.protocol !== 'https:') return { proxy, dns, connect };
  // Over a connection of its own; the certificate is checked as every request's is.
  const servername = isIP(host) === 0 ? { servername: host } : {};
  const tls = await timed(() => opened(connectSecure({ host, port, ...servername }), 'secureConnect'));
  return { proxy, dns, connect, tls };
}

/** Resolves once a connection is open, and closes it; rejects where it does not open. */
async function opened(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  const open = Promise.withResolvers<void>();
  socket.once(event, () => open.resolve());
  // Heard to the end: what comes after the answer must not end the process.
  socket.on('error', open.reject);
  try {
    await inTime(open.promise);
  } finally {
    socket.destroy();
  }
}

async function timed(step: () => Promise<unknown>): Promise<Step> {
  const began = performance.now();
  try {
    await step();
    return { ms: performance.now() - began };
  } catch (error) {
    return { code: codeOf(error) };
  }
}

/** Connecting to a name with several addresses fails with the errors of all. */
function codeOf(error: unknown): string {
  const causes: unknown[] = error instanceof AggregateError ? error.errors : [error];
  const codes = causes.map((cause) => (cause instanceof Error && 'code' in cause ? cause.code : undefined));
  const code = codes.find((one) => typeof one === 'string');
  return code ?? 'unknown';
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(Object.assign(new Error('late'), { code: 'ETIMEDOUT' })), MAX_STEP_MS);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
