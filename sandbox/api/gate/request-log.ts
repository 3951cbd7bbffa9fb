import type { Query } from './query-string.ts';

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

export interface RequestLog {
  /** The last requests, oldest first; the same array always. */
  readonly records: RequestRecord[];
  add(record: Omit<RequestRecord, 'status' | 'query' | 'path'> & { path: string; query: Query }): RequestRecord;
}

const MAX_RECORDS = 10_000;
const RECORDS_BETWEEN_CLEANUPS = 1000;
const SECRET_NAMES = new Set(['key', 'access_token', 'client_secret', 'code']);

/** Routes that carry tokens in the path. */
const withoutTokens = (path: string) => path.replace(/(\/(?:access-tokens|apps)\/)[^/?]+/i, '$1[redacted]');

function shown(query: Query): Record<string, string> {
  const all: Record<string, string> = {};
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    all[name] = SECRET_NAMES.has(name.toLowerCase()) ? '[redacted]' : Array.isArray(value) ? value.join(',') : value;
  }
  return all;
}

export function createRequestLog(): RequestLog {
  const records: RequestRecord[] = [];
  return {
    records,
    add({ at, method, path, query }) {
      const record: RequestRecord = { at, method, path: withoutTokens(path), query: shown(query), status: 0 };
      records.push(record);
      // Old records are dropped only now and then, because moving thousands costs more than a request.
      if (records.length >= MAX_RECORDS + RECORDS_BETWEEN_CLEANUPS) records.splice(0, records.length - MAX_RECORDS);
      return record;
    },
  };
}
