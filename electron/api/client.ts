import * as endpoints from './endpoints.ts';
import { NetworkError } from './errors.ts';
import type { Network } from './network.ts';
import { createRequester, type RequestOptions } from './request.ts';

/**
 * Makes a client of one network. All calls go through one `request()` and share its rules: see request.ts.
 * Every call rejects with a `NetworkError` only.
 */
export function createNetwork(options: RequestOptions): Required<Network> {
  const { request, forget } = createRequester(options);
  return {
    me: (query, sending) => request(endpoints.me(query), sending),
    inbox: (query, sending) => request(endpoints.inbox(query), sending),
    associated: (query = {}, sending) => request(endpoints.associated(query), sending),
    sites: (query = {}, sending) => request(endpoints.sites(query), sending),
    reputation: (query, sending) => request(endpoints.reputation(query), sending),
    questions: (query, sending) => request(endpoints.questions(query), sending),
    search: (query, sending) => request(endpoints.search(query), sending),
    scored: (query, sending) => request(endpoints.scored(query), sending),
    featured: (query, sending) => request(endpoints.featured(query), sending),
    tags: (query, sending) => request(endpoints.tags(query), sending),
    async invalidate(sending) {
      const token = options.credentials().accessToken;
      if (token === undefined) return;
      try {
        await request(endpoints.invalidate(token), sending);
      } catch (error) {
        // A token that is no good any more is what was wanted.
        if (!(error instanceof NetworkError && error.kind === 'token-rejected')) throw error;
      } finally {
        forget();
      }
    },
  };
}
