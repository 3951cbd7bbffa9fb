import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Query } from './caller.ts';
import { Plans } from './gate.ts';
import { JSON_TYPE, textOf, type Outgoing } from './send.ts';

/**
 * Faults on purpose: `status` an error object, `delay` a late answer, `truncate` half the JSON delivered as if it were
 * all, `cut` the connection broken half-way through the body, `drop` broken before any answer, `garbage` no JSON at
 * all, `html` a web page, `protection` the page of what protects the network, `throttle` too many requests,
 * `wrong-quota` less than nothing left.
 */
const FAULT_KINDS = ['status', 'delay', 'protection', 'throttle', 'wrong-quota'] as const;
/** Those that keep the client from reading the answer to its end. */
const LOSING_KINDS = ['truncate', 'cut', 'garbage', 'html', 'drop'] as const;

/** A fault to inject into answers of the API. */
export const Fault = z
  .strictObject({
    kind: z.enum([...FAULT_KINDS, ...LOSING_KINDS]),
    /** Beginning of the path after the version, e.g. `/me/inbox`; absent: every path. */
    path: z.string().startsWith('/').optional(),
    /** How many answers it still hits. */
    times: z.number().int().min(1).default(1),
    /** HTTP status of `status` (an error's, default 500), `html` (default 200) and `protection` (default 403). */
    status: z.number().int().min(200).max(599).optional(),
    /** Milliseconds of `delay`. */
    ms: z.number().int().min(0).max(600_000).optional(),
  })
  .refine(
    ({ kind, status }) => kind !== 'status' || status === undefined || status >= 400,
    'A fault of the kind "status" takes a status from 400 on.',
  )
  .refine(
    ({ kind, status }) => kind !== 'protection' || status === undefined || [400, 403, 429].includes(status),
    'A protection page has the status 400, 403 or 429.',
  )
  .refine(({ path }) => path === undefined || !/^\/[12]\.\d(?:\/|$)/.test(path), 'The path begins after the version.');
export type Fault = z.output<typeof Fault>;

/** Whether a fault keeps the client from reading the answer to its end. */
export const loses = ({ kind }: Fault): boolean => LOSING_KINDS.some((losing) => losing === kind);

const under = (path: string, beginning: string) =>
  path === beginning || path.startsWith(beginning.endsWith('/') ? beginning : `${beginning}/`);

/** Faults that are planned for coming answers. */
export class Faults extends Plans<Fault> {
  /** Returns the fault for a request to this path, if one is planned, and counts it as used. */
  next(path: string): Fault | undefined {
    return this.take((fault) => fault.path === undefined || under(path, fault.path));
  }
}

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
  const send = (code: number, type: string, body: string): number => {
    reply.code(code).header('content-type', type).send(body);
    return code;
  };
  switch (fault.kind) {
    case 'html':
      return send(fault.status ?? 200, 'text/html; charset=utf-8', WIFI_LOGIN_PAGE);
    case 'garbage':
      reply.headers(headers);
      return send(200, JSON_TYPE, GARBAGE);
    case 'truncate':
      reply.headers(headers);
      send(200, JSON_TYPE, half);
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

/** Title and reason of the protection's page by its status. */
const PROTECTION_PAGES: Readonly<Record<number, readonly [title: string, reason: string]>> = {
  400: ['400 Bad Request', 'The request was refused before it reached the site.'],
  403: [
    'Just a moment...',
    'This site checks that the connection is secure before it lets you go on. Enable JavaScript and cookies.',
  ],
  429: [
    'Access denied | You are being rate limited',
    'Error 1015. The owner of this site has banned you temporarily from accessing it.',
  ],
};

/** Sends the page of what stands before the network, for people and not programs (docs/api.md, "Protection pages"). */
export function sendProtectionPage(reply: FastifyReply, status: number): void {
  const [title, reason] = PROTECTION_PAGES[status] ?? ['', ''];
  if (status === 403) reply.header('cf-mitigated', 'challenge');
  reply
    .code(status)
    .header('server', 'cloudflare')
    .header('content-type', 'text/html; charset=UTF-8')
    .header('cache-control', 'private, no-store')
    .send(
      `<!DOCTYPE html><html lang="en-US"><head><title>${title}</title></head>` +
        `<body><h1>${title}</h1><p>${reason}</p></body></html>`,
    );
}

/** One request as the sandbox saw it, without anything secret. */
export interface RequestRecord {
  /** Epoch seconds by the network's clock. */
  at: number;
  /** The HTTP verb. */
  method: string;
  /** The path with its version; tokens in it are left out. */
  path: string;
  /** The query, `key` and `access_token` only as `[redacted]`. */
  query: Readonly<Record<string, string>>;
  /** The HTTP status of the answer; 0 while it is not given yet or when the connection was dropped. */
  status: number;
}

const MAX_RECORDS = 10_000;
const RECORDS_BETWEEN_CLEANUPS = 1000;
const SECRET_NAMES = new Set(['key', 'access_token', 'client_secret', 'code']);

/** Returns a path without the tokens that some routes carry. */
export const withoutTokens = (path: string): string =>
  path.replace(/(\/(?:access-tokens|apps)\/)[^/?]+/i, '$1[redacted]');

function withoutSecrets(query: Query): Record<string, string> {
  const all: Record<string, string> = {};
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) all[name] = SECRET_NAMES.has(name.toLowerCase()) ? '[redacted]' : String(value);
  return all;
}

/** The last requests. */
export class RequestLog {
  /** Oldest first; the same array always. */
  readonly records: RequestRecord[] = [];

  add(at: number, method: string, path: string, query: Query): RequestRecord {
    const record = { at, method, path: withoutTokens(path), query: withoutSecrets(query), status: 0 };
    this.records.push(record);
    // Old records are dropped only now and then, because moving thousands costs more than a request.
    if (this.records.length >= MAX_RECORDS + RECORDS_BETWEEN_CLEANUPS)
      this.records.splice(0, this.records.length - MAX_RECORDS);
    return record;
  }
}
