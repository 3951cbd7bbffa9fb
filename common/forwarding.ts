/** Kinds and addresses of forwarding; apart from its schemas, which the window does not load. */

/** Kinds of news that are forwarded; `badges` with privileges, `inbox` with everything in the inbox. */
export const FORWARD_KINDS = ['inbox', 'questions', 'reputation', 'badges'] as const;

export const TARGET_KINDS = ['ntfy', 'webhook', 'email', 'command'] as const;

/** Hosts of this machine and of private networks, where HTTP without TLS is accepted. */
const PRIVATE_HOSTS = [
  /^(?:.+\.)?localhost$/i,
  /^.+\.local$/i,
  /^(?:127|10)\.[\d.]+$/,
  /^192\.168\.[\d.]+$/,
  /^172\.(?:1[6-9]|2\d|3[01])\.[\d.]+$/,
  /^\[(?:::1|f[cd][\da-f]{2}:.+|fe80:.+)\]$/i,
];

/** Protocols of each kind's address: with TLS first, then without (mail: TLS is started on the connection). */
const PROTOCOLS = { ntfy: ['https:', 'http:'], webhook: ['https:', 'http:'], email: ['smtps:', 'smtp:'] } as const;

/** Whether a host is on this machine or a private network. */
export const isPrivateHost = (host: string): boolean => PRIVATE_HOSTS.some((pattern) => pattern.test(host));

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

/** Why a target did not take a message; `detail` of `answered` and `ended` is its own code. */
export const FAILURES = ['answered', 'unreachable', 'timeout', 'untrusted', 'ended', 'secret', 'failed'] as const;

export type ForwardKind = (typeof FORWARD_KINDS)[number];
export type ForwardFailure = (typeof FAILURES)[number];
