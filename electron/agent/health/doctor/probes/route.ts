import { lookup } from 'node:dns/promises';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import type { Route, Step } from '../checks/network.ts';

/** Time limit of each step; in ms. */
const MAX_STEP_MS = 2500;

/** Times the steps towards a network or its proxy: DNS, connection, TLS. Never rejects. */
export async function probeRoute(address: string, proxy: string | undefined): Promise<Route> {
  const url = URL.parse(proxy ?? address);
  if (!url) return {};
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  const dns = await timed(() => inTime(lookup(host)));
  if ('code' in dns) return { proxy, dns };
  const connect = await timed(() => opened(connectPlain({ host, port }), 'connect'));
  if ('code' in connect || proxy !== undefined || url.protocol !== 'https:') return { proxy, dns, connect };
  // Uses a connection of its own; the certificate is checked as for every request.
  const servername = isIP(host) === 0 ? { servername: host } : {};
  const tls = await timed(() => opened(connectSecure({ host, port, ...servername }), 'secureConnect'));
  return { proxy, dns, connect, tls };
}

/** Resolves once a connection is open, and closes it; rejects if it does not open. */
async function opened(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  const open = Promise.withResolvers<void>();
  socket.once(event, () => open.resolve());
  // Errors after the connection opened must not end the process.
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

/** Returns the system's error code. Connecting to a name with several addresses fails with an error for each. */
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
