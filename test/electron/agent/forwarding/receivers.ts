import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';

/** How a receiver treats a request: takes it, refuses the connection's request half-way, or takes it without an answer. */
export type Fault = 'none' | '500' | 'redirect' | 'broken' | 'silent';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** Whether it was answered with success. */
  taken: boolean;
}

/** Receives what is posted on a free port, with the fault of the moment. */
export class HttpReceiver {
  readonly received: Received[] = [];
  fault: Fault = 'none';
  url = '';

  async start(): Promise<this> {
    const server = createServer((request, response) => {
      void text(request).then((body) => {
        const { fault } = this;
        const taken = fault === 'none';
        // Broken before it arrives: nothing of it is received.
        if (fault === 'broken') return request.socket.destroy();
        this.received.push({ path: request.url!, headers: request.headers, body, taken });
        // Received, though the sender cannot know.
        if (fault === 'silent') return request.socket.destroy();
        response.writeHead(taken ? 200 : fault === '500' ? 500 : 307, { location: '/elsewhere' }).end('{}');
        return undefined;
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => (server.closeAllConnections(), void server.close()));
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return this;
  }
}

/** A mail server on a free port. Without TLS unless the options say so; its certificate is its own. */
export async function mailReceiver(options: SMTPServerOptions = {}) {
  const mails: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ username = '', password }, _, done) =>
      password === 'right-password' ? done(null, { user: username }) : done(new Error('wrong right-password')),
    onData(stream, _, done) {
      let mail = '';
      stream.setEncoding('utf8').on('data', (part: string) => (mail += part));
      stream.once('end', () => (mails.push(mail), done()));
    },
    ...options,
  });
  server.on('error', () => undefined);
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { mails, port: (listener.address() as AddressInfo).port };
}
