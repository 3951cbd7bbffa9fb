import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo, type Socket } from 'node:net';
import tls from 'node:tls';
import { gzipSync } from 'node:zlib';
import certificates from './certificates.json' with { type: 'json' };
import type { Fault } from './network/layer.ts';

/** Real servers that fail below HTTP, or at its edge: no Response object can show what a fetch makes of them. */

/** Running server, or an address without one. */
export interface Opened {
  /** Address without a path. */
  url: string;
  close: () => void;
  /** Time after which a request is given up. */
  patienceMs: number;
}

export interface RealServer {
  open: () => Promise<Opened>;
}

/** Good answer to any operation here: of the API, or of the exchange of a code. */
const GOOD_BODY = JSON.stringify({ items: [], has_more: false, access_token: 'a-token' });

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

/** A busy machine or a name server may take its time; a server that hangs is given up soon. */
const PATIENCE_MS = 15_000;
const SHORT_PATIENCE_MS = 250;

/** Lets a server listen at a free port. */
export async function listening(
  server: net.Server,
  scheme: 'http' | 'https' = 'http',
  host = '127.0.0.1',
): Promise<Opened> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `${scheme}://${host}:${(server.address() as AddressInfo).port}`,
    patienceMs: PATIENCE_MS,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Answers each request on a bare connection, once the whole of its head was read. */
const onRequest = (answer: (socket: Socket) => void): RealServer => ({
  open: () => listening(net.createServer((socket) => socket.once('data', () => answer(socket)))),
});

/** Sends a text in the place of an answer. */
const sends = (text: string | Buffer, then: 'ends' | 'resets' = 'ends'): RealServer =>
  onRequest((socket) => {
    socket.write(text, () => {
      if (then === 'ends') socket.end();
      // What was sent has to arrive before the reset does.
      else setTimeout(() => socket.resetAndDestroy(), 20);
    });
  });

export const resetAtOnce = onRequest((socket) => socket.resetAndDestroy());
export const closedAtOnce = onRequest((socket) => socket.end());

/** Sends headers and a body in the place of a good answer. */
const answers = (header: string, body: string | Buffer = GOOD_BODY, then: 'ends' | 'resets' = 'ends'): RealServer =>
  sends(Buffer.concat([Buffer.from(`${HEAD}${header}\r\n\r\n`), Buffer.from(body)]), then);

export const resetInHeaders = sends('HTTP/1.1 200 OK\r\nContent-Ty', 'resets');
export const resetInBody = answers('Content-Length: 5000', '{"items":[', 'resets');
export const closedInBody = answers('Content-Length: 5000', '{"items":[');
export const longHeaders = answers(`X-Long: ${'x'.repeat(40_000)}`, '{}');
export const shortBody = answers('Content-Length: 999999999');
export const absurdLength = answers('Content-Length: 99999999999999999999999');
export const gzipNot = answers('Content-Encoding: gzip');
export const brokenChunks = answers('Transfer-Encoding: chunked', 'zz\r\n{}\r\n');
/** Sends the beginning of a compressed body. */
export const gzipTruncated = answers('Content-Encoding: gzip', gzipSync(GOOD_BODY.repeat(50)).subarray(0, 40));

/** Never ends its answer. */
const hangs = (begin: (socket: Socket) => void): RealServer => ({
  open: async () => ({ ...(await onRequest(begin).open()), patienceMs: SHORT_PATIENCE_MS }),
});

export const silent = hangs(() => undefined);

/** Sends one byte of a body now and then, without end. */
export const drips = hangs((socket) => {
  socket.write(`${HEAD}Content-Length: 100000\r\n\r\n`);
  const dripping = setInterval(() => socket.write(' '), 20);
  socket.on('close', () => clearInterval(dripping));
});

/** Greets every connection by another protocol. */
export const notHttp: RealServer = {
  open: () => listening(net.createServer((socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'))),
};

/** An address at which nothing listens. */
export const nothingListens: RealServer = {
  async open() {
    const opened = await listening(net.createServer());
    opened.close();
    return { ...opened, close: () => undefined };
  },
};

const answeringWell = (hint: (response: http.ServerResponse) => void = () => undefined): net.Server =>
  http.createServer((_request, response) => {
    hint(response);
    response.end(GOOD_BODY);
  });

/** Answers well, after a hint. */
export const earlyHints: RealServer = {
  open: () => listening(answeringWell((response) => response.writeEarlyHints({ link: '</style.css>; rel=preload' }))),
};

/** Answers well, with a certificate of its own making, which may be trusted. */
export const secured = (name: keyof typeof certificates, trust: 'trusted' | 'unknown'): RealServer => ({
  open() {
    const certificate = certificates[name];
    if (trust === 'trusted') tls.setDefaultCACertificates([...tls.getCACertificates('default'), certificate.cert]);
    const server = https.createServer(certificate, (_request, response) => response.end(GOOD_BODY));
    return listening(server, 'https', 'localhost');
  },
});

/** Speaks HTTP where TLS is expected. */
export const withoutTls: RealServer = { open: () => listening(answeringWell(), 'https') };

/** A name that nobody knows. */
export const unknownName: RealServer = {
  open: () =>
    Promise.resolve({ url: 'http://no-such-host.invalid:8080', close: () => undefined, patienceMs: PATIENCE_MS }),
};

/**
 * Asks a server once, as the client does, and returns what a fetch made of it as a fault. Driven hours play it again,
 * because sockets do not follow a driven clock.
 */
export async function recordedFault({ open }: RealServer): Promise<Fault> {
  const opened = await open();
  try {
    return await answerOf(opened);
  } finally {
    opened.close();
  }
}

async function answerOf({ url, patienceMs }: Opened): Promise<Fault> {
  let response: Response;
  try {
    response = await fetch(`${url}/2.3/sites`, { redirect: 'error', signal: AbortSignal.timeout(patienceMs) });
  } catch (error) {
    return () => Promise.reject(error);
  }
  const pieces: Uint8Array[] = [];
  let broken: unknown;
  try {
    for await (const piece of response.body!) pieces.push(piece);
  } catch (error) {
    broken = error;
  }
  const received = Buffer.concat(pieces);
  if (broken === undefined && received.toString() === GOOD_BODY) return (exchange) => exchange.good();
  const { status } = response;
  return () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        if (received.length > 0) controller.enqueue(new Uint8Array(received));
        if (broken === undefined) controller.close();
        else controller.error(broken);
      },
    });
    return new Response(body, { status, headers: { 'content-type': 'application/json' } });
  };
}
