import { once } from 'node:events';
import http, { type IncomingHttpHeaders } from 'node:http';
import https from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import ownCertificate from 'smtp-server/lib/tls-options.js';
import { onTestFinished } from 'vitest';

/**
 * How a receiver treats a message: takes it, fails (500, 554), does not now (307, 451), breaks off before it arrived or
 * after, takes it late, does not listen, or has a certificate that nobody trusts.
 */
export const FAULTS = ['none', '500', 'redirect', 'broken', 'silent', 'slow', 'refused', 'tls'] as const;
export type Fault = (typeof FAULTS)[number];

interface Received {
  key: string;
  title: string;
  /** Whether it was answered with success. */
  taken: boolean;
}

/** Receives messages on a free port, with the fault of the moment. */
abstract class Receiver<Message extends Received> {
  readonly received: Message[] = [];
  fault: Fault = 'none';
  port = 0;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;

  /** Changes the fault, and with it whether it listens and is trusted. */
  async set(fault: Fault): Promise<void> {
    this.fault = fault;
    for (const socket of this.#sockets) socket.destroy();
    https.globalAgent.options.rejectUnauthorized = fault === 'tls';
    if (fault === 'refused') this.#server?.close();
    else if (this.#server?.listening === false) await once(this.#server.listen(this.port, '127.0.0.1'), 'listening');
  }

  protected async listen(server: Server): Promise<this> {
    this.#server = server.on('connection', (socket: Socket) => this.#sockets.add(socket));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    this.port = (server.address() as AddressInfo).port;
    onTestFinished(async () => {
      await this.set('refused');
      delete https.globalAgent.options.rejectUnauthorized;
    });
    return this;
  }

  /** Receives a message as the fault says; returns whether it is taken, or undefined if nothing is to be answered. */
  protected async receive(message: Omit<Message, 'taken'>): Promise<boolean | undefined> {
    const { fault } = this;
    const taken = fault === 'none' || fault === 'slow';
    if (fault !== 'broken') this.received.push({ ...message, taken } as Message);
    if (fault === 'slow') await pause(20);
    if (fault !== 'broken' && fault !== 'silent') return taken;
    for (const socket of this.#sockets) socket.destroy();
    return undefined;
  }
}

/** Receives what is posted. */
export class HttpReceiver extends Receiver<Received & { path: string; headers: IncomingHttpHeaders; body: string }> {
  url = '';

  async start(isSecure = false): Promise<this> {
    const server = isSecure ? https.createServer(ownCertificate()) : http.createServer();
    const answer = async (request: http.IncomingMessage, response: http.ServerResponse) => {
      const body = await text(request);
      const { title = '', sequence_id: sequence = '' } = JSON.parse(body) as Record<string, string>;
      const { url = '', headers } = request;
      const key = String(headers['idempotency-key'] ?? sequence);
      const taken = await this.receive({ key, title, path: url, headers, body });
      const code = taken ? 200 : this.fault === '500' ? 500 : 307;
      if (taken !== undefined) response.writeHead(code, { location: '/elsewhere' }).end('{}');
    };
    server.on('request', (request, response) => void answer(request, response));
    await this.listen(server);
    this.url = `http${isSecure ? 's' : ''}://127.0.0.1:${this.port}`;
    return this;
  }
}

/** A mail server. Without TLS unless the options say so; its certificate is its own. */
class MailReceiver extends Receiver<Received> {
  /** Those that were taken. */
  readonly mails: string[] = [];

  start(options: SMTPServerOptions): Promise<this> {
    const answer = async (mail: string, done: (error?: Error | null) => void) => {
      const [key, title] = [/^Message-ID: <([^@]+)/m, /^Subject: (.*)\r$/m].map((part) => part.exec(mail)?.[1] ?? '');
      const taken = await this.receive({ key: key!, title: title! });
      if (taken) this.mails.push(mail);
      const refusal = Object.assign(new Error('no'), { responseCode: this.fault === '500' ? 554 : 451 });
      if (taken !== undefined) done(taken ? null : refusal);
    };
    const smtp = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      authOptional: true,
      allowInsecureAuth: true,
      logger: false,
      onConnect: (session, done) => {
        if (this.fault === 'tls') session.disabledCommands = [];
        done();
      },
      onAuth: ({ username = '', password }, _, done) =>
        password === 'right-password' ? done(null, { user: username }) : done(new Error('wrong right-password')),
      onData: (stream, _, done) => void text(stream).then((mail) => answer(mail, done)),
      ...options,
    });
    smtp.on('error', () => undefined);
    return this.listen(smtp.server);
  }
}

export const mailReceiver = (options: SMTPServerOptions = {}) => new MailReceiver().start(options);
