import { Socket } from 'node:net';
import { isPrivateHost } from '../../../common/forwarding.ts';
import type { ForwardTarget } from '../../../common/schemas/forwarding.ts';
import { DeliveryFailed } from './delivery-failed.ts';
import type { ForwardedMessage } from './message.ts';

/** Ports of mail submission, with TLS and with TLS started on the connection. */
const PORTS = { secure: 465, plain: 587 };

interface MailOptions {
  /** Subject of several messages. */
  title: string;
  signal: AbortSignal;
  timeoutMs: number;
}

/**
 * Sends one mail with these messages; its Message-ID is made of the first one's id.
 * @throws DeliveryFailed if the server did not take it, or may not have
 */
export async function sendMail(
  { address, user, to }: Pick<ForwardTarget, 'address' | 'user' | 'to'>,
  messages: readonly [ForwardedMessage, ...ForwardedMessage[]],
  password: string | undefined,
  { title, signal, timeoutMs }: MailOptions,
): Promise<void> {
  // Loaded when a mail is sent, because hardly anybody needs it.
  const { createTransport } = await import('nodemailer');
  if (signal.aborted) throw new DeliveryFailed('failed');
  const { hostname, port, protocol } = new URL(address);
  const secure = protocol === 'smtps:';
  const from = user.includes('@') ? user : to;
  const [first, ...others] = messages;
  const socket = new Socket();
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? PORTS[secure ? 'secure' : 'plain'] : Number(port),
    secure,
    requireTLS: !secure && !isPrivateHost(hostname),
    ...(user !== '' && { auth: { user, pass: password ?? '' } }),
    disableFileAccess: true,
    disableUrlAccess: true,
    dnsTimeout: timeoutMs,
    socket,
  });
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(new DeliveryFailed(signal.aborted ? 'failed' : 'timeout'));
  // Of the whole, because a server may send a line now and then for ever.
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  limit.addEventListener('abort', abort, { once: true });
  try {
    const sent = transport.sendMail({
      from: { name: 'Askbell', address: from },
      to: { name: '', address: to },
      messageId: `<${first.id}@${from.split('@').at(-1)}>`,
      date: first.createdAt,
      subject: others.length === 0 ? first.title : title,
      text: messages.map(mailText).join('\n\n'),
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    await Promise.race([sent, aborted.promise]);
  } catch (error) {
    throw error instanceof DeliveryFailed ? error : mailFailure(error);
  } finally {
    limit.removeEventListener('abort', abort);
    socket.destroy();
  }
}

const mailText = ({ title, body, link }: ForwardedMessage): string => [title, body, link].filter(Boolean).join('\n');

/** Returns the reason of Nodemailer's error; the server's words are left out, because they may quote anything. */
function mailFailure(error: unknown): DeliveryFailed {
  const { code, responseCode, message } = error as { code?: string; responseCode?: number; message?: string };
  if (responseCode !== undefined) return new DeliveryFailed('answered', String(responseCode));
  if (code === 'ETIMEDOUT') return new DeliveryFailed('timeout');
  if (code === 'ETLS' || /certificate|\b(?:TLS|SSL)\b/i.test(message ?? '')) return new DeliveryFailed('untrusted');
  if (['ECONNECTION', 'EDNS', 'ESOCKET'].includes(code ?? '')) return new DeliveryFailed('unreachable');
  return new DeliveryFailed('failed', code);
}
