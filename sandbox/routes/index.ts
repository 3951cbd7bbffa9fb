import type { Route } from '../http/route.ts';
import { accessTokens, deauthenticateApps, invalidateTokens } from './access-tokens.ts';
import { associated } from './associated.ts';
import { inbox } from './inbox.ts';
import { questions } from './questions.ts';
import { reputation } from './reputation.ts';
import { search } from './search.ts';
import { sites } from './sites.ts';
import { tags } from './tags.ts';
import { users, usersById } from './users.ts';

/** Every operation of the network. */
export const routes: readonly Route[] = [
  accessTokens,
  associated,
  deauthenticateApps,
  inbox,
  invalidateTokens,
  questions,
  reputation,
  search,
  sites,
  tags,
  users,
  usersById,
];
