import type { FastifyReply } from 'fastify';
import type { Fault } from '../control/faults.ts';

const jsonType = 'application/json; charset=utf-8';

/** Sends an API answer; everything the API says goes through here. */
export function sendJson(reply: FastifyReply, status: number, headers: Readonly<Record<string, string>>, body: object): void {
  reply
    .code(status)
    .headers(headers)
    .header('content-type', jsonType)
    .header('access-control-allow-origin', '*')
    .header('access-control-expose-headers', 'X-RateLimit-Max, X-RateLimit-Current, Date')
    .header('cache-control', 'private')
    .send(JSON.stringify(body));
}

const page = '<!doctype html><html lang="en"><title>Sign in to the network</title><h1>Please sign in to this Wi-Fi</h1></html>';
const garbage = '\u0000\u0001{"items":[[[,,\ufffd not json';

/** Sends what a fault makes of an answer; gives false where the fault lets the answer through as it is. */
export function sendBroken(reply: FastifyReply, fault: Fault, headers: Readonly<Record<string, string>>, body: object): boolean {
  const whole = JSON.stringify(body);
  const half = whole.slice(0, Math.max(1, Math.floor(whole.length / 2)));
  switch (fault.kind) {
    case 'html':
      reply.code(fault.status ?? 200).header('content-type', 'text/html; charset=utf-8').send(page);
      return true;
    case 'garbage':
      reply.code(200).headers(headers).header('content-type', jsonType).send(garbage);
      return true;
    case 'truncate':
      reply.code(200).headers(headers).header('content-type', jsonType).send(half);
      return true;
    case 'drop':
      reply.hijack();
      reply.raw.destroy();
      return true;
    case 'cut':
      reply.hijack();
      reply.raw.writeHead(200, { ...headers, 'content-type': jsonType, 'content-length': Buffer.byteLength(whole) });
      reply.raw.write(half, () => reply.raw.destroy());
      return true;
    default:
      return false;
  }
}
