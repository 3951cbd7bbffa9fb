import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Random } from '../../../sandbox/world/random.ts';
import { drawFault, mangledAnswer } from './faults.ts';

/** The header that carries Askbell's time to the network, in ms since the epoch: both live by one clock. */
export const TIME_HEADER = 'x-driven-time';

export interface GatewayParts {
  /** The network behind it. */
  target: string;
  random: Random;
  /** Askbell's clock is there now. */
  onTime: (ms: number) => void;
  /** Whether the network answers badly at present. */
  isBad: () => boolean;
}

const FORWARDED = ['accept', 'authorization', 'content-type', 'x-api-access-token', 'user-agent'];

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/** Stands between Askbell and the network: moves the network's clock, and spoils its answers in bad nights. */
export class Gateway {
  readonly #parts: GatewayParts;
  readonly #server: Server;
  readonly #faults: Record<string, number> = {};

  constructor(parts: GatewayParts) {
    this.#parts = parts;
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch(() => response.destroy());
    });
  }

  /** How many answers were spoilt, by kind. */
  get faults(): Record<string, number> {
    return this.#faults;
  }

  /** Gives its address. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { target, random, onTime, isBad } = this.#parts;
    const time = Number(request.headers[TIME_HEADER]);
    if (time > 0) onTime(time);
    const fault = isBad() ? drawFault(random) : undefined;
    if (fault) this.#faults[fault.kind] = (this.#faults[fault.kind] ?? 0) + 1;
    const body = await bodyOf(request);
    if (fault?.kind === 'outage') return void request.socket.destroy();
    if (fault?.kind === 'error')
      return void response.writeHead(fault.status, { 'content-type': fault.type }).end(fault.body);
    const headers = FORWARDED.flatMap((name): [string, string][] => {
      const value = request.headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    });
    const answer = await fetch(`${target}${request.url}`, {
      method: request.method ?? 'GET',
      headers,
      redirect: 'manual',
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
    const text = await answer.text();
    const given = Object.fromEntries(
      ['content-type', 'date', 'location'].flatMap((name) => {
        const value = answer.headers.get(name);
        return value === null ? [] : [[name, value]];
      }),
    );
    response.writeHead(answer.status, given);
    if (fault?.kind === 'cut') response.end(text.slice(0, Math.floor(text.length * fault.share)));
    else response.end(fault?.kind === 'mangled' && text.startsWith('{') ? mangledAnswer(text, random) : text);
  }
}
