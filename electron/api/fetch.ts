/** What a request is made of; `fetch` of the platform knows more. */
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

/** The part of an answer that is read. */
export type FetchAnswer = Pick<Response, 'status' | 'ok' | 'body' | 'text' | 'json'> & {
  headers: Pick<Headers, 'get' | 'getSetCookie'>;
};

/** The part of the platform's `fetch` that is used: Electron's has it, Node's, and `nodeFetch`. */
export interface Fetch<Answer = FetchAnswer> {
  (address: string | URL, init?: FetchInit): Promise<Answer>;
  /** Closes connections that nobody uses: nothing is asked for a while, and each would wake the machine to end. */
  rest?: () => void;
}
