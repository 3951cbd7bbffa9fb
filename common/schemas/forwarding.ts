import { z } from 'zod';

/** Kinds of news that are forwarded; `badges` with privileges, `inbox` with everything in the inbox. */
export const FORWARD_KINDS = ['inbox', 'questions', 'reputation', 'badges'] as const;

export const TARGET_KINDS = ['ntfy', 'webhook', 'email', 'command'] as const;

/** Hosts of this machine and of private networks, where HTTP without TLS is accepted. */
const PRIVATE_HOST =
  /^(?:(?:.+\.)?localhost|.+\.local|127\.[\d.]+|10\.[\d.]+|192\.168\.[\d.]+|172\.(?:1[6-9]|2\d|3[01])\.[\d.]+|\[::1\]|\[f[cd][\da-f]{2}:.+\]|\[fe80:.+\])$/i;

/** Protocols of each kind's address: with TLS first, then without (mail: TLS is started on the connection). */
const PROTOCOLS = { ntfy: ['https:', 'http:'], webhook: ['https:', 'http:'], email: ['smtps:', 'smtp:'] } as const;

/** Whether a host is on this machine or a private network. */
export const isPrivateHost = (host: string): boolean => PRIVATE_HOST.test(host);

/**
 * Whether a target of this kind may have this address: the host of a mail server, a command, or a web address without a
 * user name and password, with TLS unless it is private. A topic of ntfy is the address's one path segment.
 */
export function isTargetAddress(kind: (typeof TARGET_KINDS)[number], address: string): boolean {
  if (kind === 'command') return /\S/.test(address) && !/[\0\n]/.test(address);
  const url = URL.parse(address);
  const [secure, plain] = PROTOCOLS[kind];
  if (!url || url.hostname === '' || url.username !== '' || url.password !== '' || url.hash !== '') return false;
  if (kind === 'email')
    return [secure, plain].some((protocol) => protocol === url.protocol) && /^\/?$/.test(url.pathname);
  if (kind === 'ntfy' && (!/^\/(?:.*\/)?[\w-]{1,64}$/.test(url.pathname) || url.search !== '')) return false;
  return url.protocol === secure || (url.protocol === plain && isPrivateHost(url.hostname));
}

/** Target that notifications are forwarded to, with the rule that says which. Its secret is in the secret store. */
export const ForwardTarget = z.object({
  id: z.string().min(1).max(100),
  kind: z.enum(TARGET_KINDS),
  /** Topic of ntfy, webhook, mail server (`smtps://host`), or command with its arguments. */
  address: z.string().trim().min(1).max(1000),
  /** For e-mail: user name at the server, empty for none, and recipient. */
  user: z.string().trim().max(200).default(''),
  to: z.union([z.email(), z.literal('')]).default(''),
  /** When something is forwarded: always, or only if the user is away, or in quiet hours, at that moment. */
  when: z.enum(['always', 'away', 'quiet']).default('always'),
  kinds: z.array(z.enum(FORWARD_KINDS)).default([...FORWARD_KINDS]),
  /** Scoped ids of sites, and ids of watches; all of them if empty. */
  sites: z.array(z.string()).max(1000).default([]),
  watches: z.array(z.string()).max(5000).default([]),
  /** For e-mail: one mail for each notification, or one for those of an hour or day. */
  digest: z.enum(['each', 'hour', 'day']).default('each'),
  /** Whether a secret belongs to it: token, password, or the key that signs. */
  hasSecret: z.boolean().default(false),
});

/** Why a target did not take a message; `detail` of `answered` and `ended` is its own code. */
export const FORWARD_FAILURES = [
  'answered',
  'unreachable',
  'timeout',
  'untrusted',
  'ended',
  'secret',
  'failed',
] as const;

export type ForwardKind = (typeof FORWARD_KINDS)[number];
export type ForwardTarget = z.output<typeof ForwardTarget>;
export type ForwardFailure = (typeof FORWARD_FAILURES)[number];
