import type { FastifyReply } from 'fastify';
import { JSON_TYPE, type Headers } from './send.ts';
import type { Fault } from '../gate/faults.ts';

const WIFI_LOGIN_PAGE =
  '<!doctype html><html lang="en"><title>Sign in to the network</title><h1>Please sign in to this Wi-Fi</h1></html>';
const GARBAGE = '\u0000\u0001{"items":[[[,,\ufffd not json';

/** Sends an answer (`whole`, as JSON) as a fault spoils it; returns false where the fault lets it through unchanged. */
export function sendBroken(reply: FastifyReply, fault: Fault, headers: Headers, whole: string): boolean {
  const half = whole.slice(0, Math.max(1, Math.floor(whole.length / 2)));
  switch (fault.kind) {
    case 'html':
      reply
        .code(fault.status ?? 200)
        .header('content-type', 'text/html; charset=utf-8')
        .send(WIFI_LOGIN_PAGE);
      return true;
    case 'garbage':
      reply.code(200).headers(headers).header('content-type', JSON_TYPE).send(GARBAGE);
      return true;
    case 'truncate':
      reply.code(200).headers(headers).header('content-type', JSON_TYPE).send(half);
      return true;
    case 'drop':
      reply.hijack();
      reply.raw.destroy();
      return true;
    case 'cut':
      reply.hijack();
      reply.raw.writeHead(200, { ...headers, 'content-type': JSON_TYPE, 'content-length': Buffer.byteLength(whole) });
      reply.raw.write(half, () => reply.raw.destroy());
      return true;
    default:
      return false;
  }
}

/** What the log says of an answer that a fault replaced. */
export const brokenStatus = (fault: Fault, status: number): number =>
  fault.kind === 'drop' ? 0 : fault.kind === 'html' ? (fault.status ?? 200) : fault.kind === 'garbage' ? 200 : status;
