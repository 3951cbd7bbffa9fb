import { z } from 'zod';
import { formsOf, redact } from '../../base/log.ts';
import { HOUR_MS } from '../../../common/durations.ts';
import { NetworkError, type NetworkErrorKind, type Quota } from '../network.ts';
import { SAME_REQUEST_FLOOR_MS, WAIT_SLACK_MS } from './pacing.ts';
import type { RawResponse } from './send.ts';

/** Facts of any response, successful or not, besides its items. */
export interface ResponseFacts {
  quota?: Quota | undefined;
  /** Seconds during which this method must not be requested again. */
  backoffSeconds?: number | undefined;
  /** Server time in ms since the epoch. */
  networkTime?: number | undefined;
}

/** Error of a response, before it becomes a `NetworkError`. */
export interface Fault {
  kind: NetworkErrorKind;
  /** One or two sentences for the user, without secrets. */
  message: string;
  errorId?: number;
  errorName?: string;
  /** The network's own message, fit to be shown. */
  said?: string;
  /** Seconds that the network asked to wait, if it did. */
  waitSeconds?: number | undefined;
}

/** Maximum plausible wait named by the network: longer bans have not been seen (docs/api.md, "Bans"). */
const MAX_WAIT_SECONDS = 86_400;
/** Wait used instead of an implausible one (docs/api.md, "Implausible limits"). */
const IMPLAUSIBLE_WAIT_SECONDS = 3600;

const plausibleWait = (seconds: number): number => (seconds > MAX_WAIT_SECONDS ? IMPLAUSIBLE_WAIT_SECONDS : seconds);

const SideFields = z.object({
  quota_max: z.number().optional().catch(undefined),
  quota_remaining: z.number().optional().catch(undefined),
  backoff: z.coerce.number().positive().optional().catch(undefined),
});

/** Reads the facts of an answer besides its items; each invalid field is ignored by itself. */
export function factsOf(answer: RawResponse, body: unknown): ResponseFacts {
  const told = isObject(body) ? SideFields.parse(body) : undefined;
  const max = told?.quota_max ?? wholeNumber(answer.headers.get('x-ratelimit-max'));
  // "Current" is the remaining quota, not the used one (docs/api.md, "Versions").
  const remaining = told?.quota_remaining ?? wholeNumber(answer.headers.get('x-ratelimit-current'));
  return {
    quota: plausibleQuota(max, remaining),
    backoffSeconds: told?.backoff === undefined ? undefined : plausibleWait(told.backoff),
    networkTime: timeOf(answer.headers.get('date')),
  };
}

/**
 * Returns a plausible quota, or undefined. The public service lets `remaining` fall below 0 (docs/api.md, "Bans"), but
 * it cannot exceed the maximum.
 */
function plausibleQuota(max: number | undefined, remaining: number | undefined): ResponseFacts['quota'] {
  if (max === undefined || remaining === undefined) return undefined;
  const isMeant = Number.isSafeInteger(max) && Number.isSafeInteger(remaining) && max > 0 && remaining <= max;
  return isMeant ? { max, remaining: Math.max(remaining, -max) } : undefined;
}

/**
 * Earliest and latest plausible server time: no network of this kind is older, and no date of its API is later
 * (docs/api.md, "Dates").
 */
const EARLIEST_TIME_MS = Date.UTC(2008, 0);
const LATEST_TIME_MS = Date.UTC(9999, 11, 31);

/** Parses a `Date` header; returns undefined for an invalid or implausible time. */
function timeOf(header: string | null): number | undefined {
  const time = Date.parse(header ?? '');
  return time >= EARLIEST_TIME_MS && time <= LATEST_TIME_MS ? time : undefined;
}

/**
 * Returns the longest wait in seconds in the message, the Retry-After header (seconds or a date) or `backoff`. A wait
 * in the message is a ban, and counts up to a day; a longer number elsewhere is an error.
 */
export function waitSecondsOf(answer: RawResponse, said: string, facts: ResponseFacts): number | undefined {
  const waits: number[] = [];
  const inWords = /available in (\d{1,300}) second/i.exec(said)?.[1];
  if (inWords !== undefined) waits.push(Math.min(Number(inWords), MAX_WAIT_SECONDS));
  const header = answer.headers.get('retry-after')?.trim();
  if (header && /^\d{1,300}$/.test(header)) waits.push(plausibleWait(Number(header)));
  else if (header && facts.networkTime !== undefined)
    waits.push(plausibleWait((Date.parse(header) - facts.networkTime) / 1000));
  if (facts.backoffSeconds !== undefined) waits.push(facts.backoffSeconds);
  const longest = Math.max(0, ...waits.filter(Number.isFinite));
  return longest > 0 ? longest : undefined;
}

function wholeNumber(header: string | null): number | undefined {
  return header !== null && /^\s*-?\d{1,15}\s*$/.test(header) ? Number(header) : undefined;
}

/** Whether a JSON value is an object and not an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Makes a network's text fit to be shown and logged: without the secrets that were sent (networks repeat parameters in
 * their messages), on one line, and at most `longest` characters long.
 */
export function displayableText(text: string, secrets: readonly string[], longest = 200): string {
  const hidden = secrets.reduce(hideOne, text);
  // Control characters could forge lines in a log or colour a terminal.
  const line = redact(hidden)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return line.length > longest ? `${line.slice(0, longest - 1).trimEnd()}…` : line;
}

function hideOne(text: string, secret: string): string {
  if (secret === '') return text;
  return formsOf(secret).reduce(
    (kept, form) => kept.replace(new RegExp(form.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), 'gi'), '[hidden]'),
    text,
  );
}

/** Wait after a used-up quota without a stated time. */
const QUOTA_RETRY_MS = HOUR_MS;

/** Creates the error of a failed response, sent at `sentAt` and received at `at`, in ms since the epoch. */
export function toError(
  { kind, message, waitSeconds, ...said }: Fault,
  answer: { method: string; status: number; sentAt: number; at: number; quota?: Quota | undefined },
): NetworkError {
  const { sentAt, at, ...facts } = answer;
  const unnamedMs = kind === 'quota-exhausted' ? QUOTA_RETRY_MS : 0;
  const waitMs = waitSeconds === undefined ? unnamedMs : waitSeconds * 1000 + WAIT_SLACK_MS;
  return new NetworkError(kind, message, {
    ...facts,
    ...said,
    // The same request must not be sent again for a minute in any case.
    retryAt: Math.max(at + Math.min(waitMs, MAX_WAIT_SECONDS * 1000), sentAt + SAME_REQUEST_FLOOR_MS),
    retryNamed: waitSeconds !== undefined,
  });
}
