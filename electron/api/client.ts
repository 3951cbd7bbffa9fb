import * as endpoints from './endpoints.ts';
import { NetworkError } from './errors.ts';
import type { Network } from './network.ts';
import { createRequester, type RequestOptions } from './request/requester.ts';

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
    createFilter: (query, sending) => request(endpoints.createFilter(query), sending),
    reputationHistory: (query, sending) => request(endpoints.reputationHistory(query), sending),
    privileges: (query, sending) => request(endpoints.privileges(query), sending),
    myPrivileges: (query, sending) => request(endpoints.myPrivileges(query), sending),
    myBadges: (query, sending) => request(endpoints.myBadges(query), sending),
    myTags: (query, sending) => request(endpoints.myTags(query), sending),
    questionsOf: (query, sending) => request(endpoints.questionsOf(query), sending),
    answersOf: (query, sending) => request(endpoints.answersOf(query), sending),
    tagInfo: (query, sending) => request(endpoints.tagInfo(query), sending),
    topAnswerers: (query, sending) => request(endpoints.topAnswerers(query), sending),
    question: (query, sending) => request(endpoints.question(query), sending),
    answer: (query, sending) => request(endpoints.answer(query), sending),
    comment: (query, sending) => request(endpoints.comment(query), sending),
    questionsById: (query, sending) => request(endpoints.questionsById(query), sending),
    accept: (query, sending) => request(endpoints.accept(query), sending),
    tags: (query, sending) => request(endpoints.tags(query), sending),
    async invalidate(sending) {
      const token = options.credentials().accessToken;
      if (token === undefined) return;
      try {
        await request(endpoints.invalidate(token), sending).catch((error: unknown) => {
          if (!(error instanceof NetworkError && error.kind === 'not-found')) throw error;
          return request(endpoints.deauthenticate(token), sending);
        });
      } catch (error) {
        // A token that is no good any more is what was wanted.
        if (!(error instanceof NetworkError && error.kind === 'token-rejected')) throw error;
      } finally {
        forget();
      }
    },
  };
}
