import type { IncomingMessage, ServerResponse } from 'node:http';
import { wrapperEnding, type EndingFields } from './wrapper-ending.ts';
import { ApiError, tooManyRequests } from './gate/errors.ts';
import type { Network } from './network.ts';
import type { RequestRecord } from './gate/request-log.ts';
import { writeAnswer } from './encoding/send.ts';

/** A request without a token that was answered well before, by its address. */
interface Known {
  /** Its answer's place in the cache. */
  readonly key: string;
  readonly clientId: string | undefined;
  readonly endingFields: EndingFields;
  readonly headers: Readonly<Record<string, string>>;
  /** What the log says of it. */
  readonly record: Pick<RequestRecord, 'path' | 'query'>;
}

/**
 * Answers what was asked in the very same words within the last minute, without reading it again. Everything that
 * counts still counts: bursts, quota, the log. Whenever something special is going on, it leaves the request alone.
 */
export interface FastLane {
  remember(url: string, known: Known): void;
  /** @returns whether the request is answered */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
}

const MOST_URLS = 1000;
const noText = { text: '' };

export function createFastLane(network: Network): FastLane {
  const known = new Map<string, Known>();
  return {
    remember(url, request) {
      if (known.size >= MOST_URLS) known.clear();
      known.set(url, request);
    },
    answer(request, response) {
      if (request.method !== 'GET' || request.url === undefined) return false;
      const found = known.get(request.url);
      if (!found || network.faults.planned() || network.backoff.active()) return false;
      const beginning = network.cache.find(found.key);
      if (!beginning) {
        known.delete(request.url);
        return false;
      }
      const now = network.world.clock.now();
      const accepts = request.headers['accept-encoding'];
      const ip = request.socket.remoteAddress ?? '';
      const refuse = (error: ApiError, headers: Record<string, string>) => {
        const { status, body } = error.toResponse(network.errorStyle);
        writeAnswer(response, accepts, now, { status, headers, beginning: noText, ending: JSON.stringify(body) });
        return status;
      };
      const record: RequestRecord = {
        at: now,
        method: 'GET',
        path: found.record.path,
        query: found.record.query,
        status: 200,
      };
      network.requests.note(record);
      const banned = network.burst.note(ip);
      if (banned > 0) {
        record.status = refuse(tooManyRequests(banned), {});
        return true;
      }
      const standing = network.quota.take({
        ip,
        ...(found.clientId === undefined ? {} : { clientId: found.clientId }),
      });
      const headers = {
        ...found.headers,
        'x-ratelimit-max': String(standing.max),
        'x-ratelimit-current': String(standing.remaining),
      };
      if (standing.exhaustedForSeconds === undefined)
        writeAnswer(response, accepts, now, {
          status: 200,
          headers,
          beginning,
          ending: wrapperEnding(found.endingFields, standing, undefined),
        });
      else record.status = refuse(tooManyRequests(standing.exhaustedForSeconds), headers);
      return true;
    },
  };
}
