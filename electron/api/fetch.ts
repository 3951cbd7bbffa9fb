/** Options of a request, a subset of the platform's `fetch`. */
export interface FetchInit {
  method?: string;
  headers?: Record<string, string>;
  body?: string | URLSearchParams;
  redirect?: 'follow' | 'manual' | 'error';
  signal?: AbortSignal;
  cache?: 'no-store';
  credentials?: 'omit';
  referrerPolicy?: 'no-referrer';
}

/** Part of a response that is read. */
export type FetchAnswer = Pick<Response, 'status' | 'ok' | 'body' | 'text' | 'json'> & {
  headers: Pick<Headers, 'get' | 'getSetCookie'>;
};

/** Part of the platform's `fetch` that is used: Electron's, Node's and `nodeFetch` have it. */
export interface Fetch<Answer = FetchAnswer> {
  (address: string | URL, init?: FetchInit): Promise<Answer>;
  /** Closes idle connections: no request follows for a while, and each connection would wake the machine to end. */
  rest?: () => void;
}
