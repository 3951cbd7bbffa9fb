import { createHmac } from 'node:crypto';
import type { ForwardTarget } from '../../../common/schemas/forwarding.ts';
import { send, SendFailed } from '../../api/http/send.ts';
import type { Log } from '../../base/log.ts';
import type { Fetch } from '../../api/network.ts';
import { runCommand } from './command.ts';
import { DeliveryFailed } from './delivery-failed.ts';
import { sendMail } from './mail.ts';
import type { ForwardedMessage } from './message.ts';

/** Time limit of one try, in ms. It is real time even if tests control the clock. */
const TIMEOUT_MS = 30_000;

/** Longest response that is read, in bytes; its contents do not matter. */
const MAX_RESPONSE_BYTES = 1_000_000;

/** Circumstances of one try. */
export interface Sending {
  fetch: Fetch;
  log: Log;
  secret: string | undefined;
  /** Ms since the epoch. */
  now: number;
  /** Subject of a mail with several messages. */
  digestTitle: string;
  signal: AbortSignal;
  timeoutMs?: number;
}

/**
 * Sends messages to a target: one, or those of a mail. Resolves once the target took them.
 * @throws DeliveryFailed if it did not, or may not have
 */
export async function deliver(
  target: ForwardTarget,
  messages: readonly [ForwardedMessage, ...ForwardedMessage[]],
  sending: Sending,
): Promise<void> {
  const { secret, signal, timeoutMs = TIMEOUT_MS } = sending;
  // The signal may have aborted while the keyring was read.
  if (signal.aborted) throw new DeliveryFailed('failed');
  if (target.secretId !== undefined && secret === undefined) throw new DeliveryFailed('secret');
  if (target.kind === 'email')
    return sendMail(target, messages, secret, { title: sending.digestTitle, signal, timeoutMs });
  for (const message of messages) await deliverOne(target, message, sending);
}

async function deliverOne(target: ForwardTarget, message: ForwardedMessage, sending: Sending): Promise<void> {
  const { secret, log, signal, timeoutMs = TIMEOUT_MS } = sending;
  switch (target.kind) {
    case 'ntfy':
      return post(topicServer(target.address), ntfyMessage(target.address, message), bearer(secret), sending);
    case 'webhook': {
      const body = JSON.stringify(message);
      return post(new URL(target.address), body, webhookHeaders(message.id, body, secret, sending.now), sending);
    }
    default:
      return runCommand(target.address, `${JSON.stringify(message)}\n`, { log, signal, timeoutMs });
  }
}

/** Returns the address of a topic's server, which takes messages as JSON (https://docs.ntfy.sh/publish). */
const topicServer = (address: string): URL => new URL('./', address);

/** Returns a message for ntfy; one with a known sequence id replaces the earlier one on the phone. */
function ntfyMessage(address: string, { id, title, body, link, kind }: ForwardedMessage): string {
  const topic = new URL(address).pathname.split('/').at(-1);
  return JSON.stringify({ topic, title, message: body || kind, click: link, sequence_id: id });
}

const bearer = (secret: string | undefined): Record<string, string> =>
  secret === undefined ? {} : { authorization: `Bearer ${secret}` };

/** Returns the headers of a webhook, with the signature of its time (in s) and body. */
function webhookHeaders(id: string, body: string, secret: string | undefined, now: number): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
  const signature = createHmac('sha256', secret ?? '')
    .update(`${timestamp}.${body}`)
    .digest('hex');
  return {
    'idempotency-key': id,
    'x-askbell-timestamp': timestamp,
    ...(secret !== undefined && { 'x-askbell-signature': `sha256=${signature}` }),
  };
}

/** Posts JSON to an address; follows no redirect, because the target's secret is for this address only. */
async function post(url: URL, json: string, headers: Record<string, string>, sending: Sending): Promise<void> {
  const { fetch, log, signal, timeoutMs = TIMEOUT_MS } = sending;
  try {
    const { status } = await send(fetch, url, { json, headers, timeoutMs, signal, maxBytes: MAX_RESPONSE_BYTES });
    if (status < 200 || status > 299) throw new DeliveryFailed('answered', String(status));
  } catch (error) {
    if (!(error instanceof SendFailed)) throw error;
    const { kind, passing, message } = error.failure;
    if (kind === 'bad-answer') log.warn(`Forwarding: ${message.replaceAll(url.host, 'the target')}`);
    // Electron does not return a redirect that must not be followed.
    if (kind === 'bad-answer' && message.includes('leads elsewhere')) throw new DeliveryFailed('answered', '3xx');
    // A connection that cannot come about later either: its certificate was refused.
    if (kind === 'offline') throw new DeliveryFailed(passing ? 'unreachable' : 'untrusted');
    throw new DeliveryFailed(kind === 'timeout' ? kind : 'failed');
  }
}
