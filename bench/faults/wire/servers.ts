import dns from 'node:dns';
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo, type Socket } from 'node:net';
import tls from 'node:tls';
import { gzipSync } from 'node:zlib';
import { DAY_MS } from '../../../common/durations.ts';
import { selfSigned } from './certificate.ts';

/** Real servers that fail below HTTP, or at its edge: what a fetch makes of them no Response object can show. */

/** Where one of them is, and how it ends. */
export interface Opened {
  /** An address without a path. */
  url: string;
  close: () => void;
}

/** What a good answer of any operation may look like here: of the API, or of the exchange of a code. */
export const GOOD_BODY = JSON.stringify({ items: [], has_more: false, access_token: 'a-token' });

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const UNKNOWN_HOST = 'no-such-host.invalid';
const SLOW_HOST = 'slow-name-server.invalid';

async function listening(server: net.Server, scheme: 'http' | 'https' = 'http', host = '127.0.0.1'): Promise<Opened> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `${scheme}://${host}:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Answers each request on a bare connection, once the whole of its head was read. */
const onRequest = (answer: (socket: Socket) => void): Promise<Opened> =>
  listening(net.createServer((socket) => socket.once('data', () => answer(socket))));

const says = (text: string | Buffer, then: 'ends' | 'resets' | 'waits'): Promise<Opened> =>
  onRequest((socket) => {
    socket.write(text, () => {
      if (then === 'ends') socket.end();
      // What was sent has to arrive before the reset does.
      if (then === 'resets') setTimeout(() => socket.resetAndDestroy(), 20);
    });
  });

async function refused(): Promise<Opened> {
  const opened = await listening(net.createServer());
  opened.close();
  return { ...opened, close: () => undefined };
}

/** One byte of a body now and then, without end. */
const drips = (): Promise<Opened> =>
  onRequest((socket) => {
    socket.write(`${HEAD}Content-Length: 100000\r\n\r\n`);
    const dripping = setInterval(() => socket.write(' '), 20);
    socket.on('close', () => clearInterval(dripping));
  });

const secure = (host: string, fromDays: number, untilDays: number, isTrusted: boolean): Promise<Opened> => {
  const at = (days: number) => new Date(Date.now() + days * DAY_MS);
  const certificate = selfSigned(host, at(fromDays), at(untilDays));
  if (isTrusted) tls.setDefaultCACertificates([...tls.getCACertificates('default'), certificate.cert]);
  const server = https.createServer(certificate, (_request, response) => response.end(GOOD_BODY));
  return listening(server, 'https', 'localhost');
};

/** A name server that gives up, as the system's resolver tells of it (getaddrinfo(3), EAI_AGAIN). */
function slowName(): Promise<Opened> {
  const { lookup } = dns;
  const failing = (host: string, ...rest: unknown[]): void => {
    if (host !== SLOW_HOST) return void Reflect.apply(lookup, dns, [host, ...rest]);
    const error = Object.assign(new Error(`getaddrinfo EAI_AGAIN ${host}`), {
      code: 'EAI_AGAIN',
      syscall: 'getaddrinfo',
      hostname: host,
    });
    setTimeout(() => (rest.at(-1) as (error: Error) => void)(error), 5);
  };
  Object.assign(dns, { lookup: failing });
  return Promise.resolve({ url: `http://${SLOW_HOST}:8080`, close: () => Object.assign(dns, { lookup }) });
}

const early = (hint: (response: http.ServerResponse) => void): Promise<Opened> =>
  listening(
    http.createServer((_request, response) => {
      hint(response);
      response.end(GOOD_BODY);
    }),
  );

const GZIPPED = gzipSync(GOOD_BODY.repeat(50));

export const WIRE_FAULTS = {
  refused,
  'reset-before-headers': () => onRequest((socket) => socket.resetAndDestroy()),
  'closed-before-headers': () => onRequest((socket) => socket.end()),
  'reset-in-headers': () => says('HTTP/1.1 200 OK\r\nContent-Ty', 'resets'),
  'reset-in-body': () => says(`${HEAD}Content-Length: 5000\r\n\r\n{"items":[`, 'resets'),
  'closed-in-body': () => says(`${HEAD}Content-Length: 5000\r\n\r\n{"items":[`, 'ends'),
  'hang-before-headers': () => onRequest(() => undefined),
  'slow-drip': drips,
  'not-http': () => listening(net.createServer((socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'))),
  'headers-too-long': () => says(`${HEAD}X-Long: ${'x'.repeat(40_000)}\r\n\r\n{}`, 'ends'),
  'chunks-broken': () => says(`${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n`, 'ends'),
  'length-too-long': () => says(`${HEAD}Content-Length: 999999999\r\n\r\n${GOOD_BODY}`, 'ends'),
  'length-absurd': () => says(`${HEAD}Content-Length: 99999999999999999999999\r\n\r\n${GOOD_BODY}`, 'ends'),
  'gzip-truncated': () =>
    says(Buffer.concat([Buffer.from(`${HEAD}Content-Encoding: gzip\r\n\r\n`), GZIPPED.subarray(0, 40)]), 'ends'),
  'gzip-not': () => says(`${HEAD}Content-Encoding: gzip\r\n\r\n${GOOD_BODY}`, 'ends'),
  'early-hints': () => early((response) => response.writeEarlyHints({ link: '</style.css>; rel=preload' })),
  processing: () => early((response) => response.writeProcessing()),
  'tls-self-signed': () => secure('localhost', -1, 1, false),
  'tls-expired': () => secure('localhost', -3, -1, true),
  'tls-not-yet-valid': () => secure('localhost', 1, 3, true),
  'tls-wrong-host': () => secure('elsewhere.example', -1, 1, true),
  'tls-none': async () => {
    const plain = await listening(
      http.createServer((_request, response) => response.end(GOOD_BODY)),
      'https',
    );
    return plain;
  },
  'dns-unknown': () => Promise.resolve({ url: `http://${UNKNOWN_HOST}:8080`, close: () => undefined }),
  'dns-timeout': slowName,
} satisfies Record<string, () => Promise<Opened>>;

export type WireFaultName = keyof typeof WIRE_FAULTS;
