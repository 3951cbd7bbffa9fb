import type { FastifyReply } from 'fastify';
import { textOf } from './encode.ts';
import { JSON_TYPE, type Outgoing } from './send.ts';
import type { Fault } from '../gate/faults.ts';

const WIFI_LOGIN_PAGE =
  '<!doctype html><html lang="en"><title>Sign in to the network</title><h1>Please sign in to this Wi-Fi</h1></html>';
const GARBAGE = '\u0000\u0001{"items":[[[,,\ufffd not json';

/**
 * Sends an answer as a fault spoils it.
 * @returns the status that is seen, 0 for none; undefined where the fault lets the answer through unchanged
 */
export function sendBroken(
  reply: FastifyReply,
  fault: Fault,
  { status, headers, beginning, ending }: Outgoing,
): number | undefined {
  const whole = textOf(beginning) + ending;
  const half = whole.slice(0, Math.max(1, Math.floor(whole.length / 2)));
  const json = () => reply.code(200).headers(headers).header('content-type', JSON_TYPE);
  switch (fault.kind) {
    case 'html':
      reply
        .code(fault.status ?? 200)
        .header('content-type', 'text/html; charset=utf-8')
        .send(WIFI_LOGIN_PAGE);
      return fault.status ?? 200;
    case 'garbage':
      json().send(GARBAGE);
      return 200;
    case 'truncate':
      json().send(half);
      return status;
    case 'drop':
      reply.hijack();
      reply.raw.destroy();
      return 0;
    case 'cut':
      reply.hijack();
      reply.raw.writeHead(200, { ...headers, 'content-type': JSON_TYPE, 'content-length': Buffer.byteLength(whole) });
      reply.raw.write(half, () => reply.raw.destroy());
      return status;
    default:
      return undefined;
  }
}
