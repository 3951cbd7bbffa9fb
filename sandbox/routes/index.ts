import type { Route } from '../http/route.ts';
import { acceptRoutes } from './accept.ts';
import { accessTokens, deauthenticateApps, invalidateTokens } from './access-tokens.ts';
import { answerRoutes } from './answers.ts';
import { associated } from './associated.ts';
import { badgeRoutes } from './badges.ts';
import { commentRoutes } from './comments.ts';
import { errors, simulatedError } from './errors.ts';
import { filtersById, filtersCreate } from './filters.ts';
import { flagOptions } from './flag-options.ts';
import { inbox, myInbox, myUnreadInbox, unreadInbox } from './inbox.ts';
import { notificationRoutes } from './notifications.ts';
import { postRoutes } from './posts.ts';
import { privileges, userPrivileges } from './privileges.ts';
import { questionRoutes } from './questions.ts';
import { fullHistory, publicHistory, reputation } from './reputation.ts';
import { advancedSearch, search, similar } from './search.ts';
import { info, sites } from './sites.ts';
import { tagRoutes } from './tags.ts';
import { topOfTagRoutes } from './top-of-tag.ts';
import { userRoutes } from './users.ts';

/** Every operation of the network. */
export const routes: readonly Route[] = [
  ...questionRoutes,
  flagOptions,
  search,
  advancedSearch,
  similar,
  ...answerRoutes,
  ...acceptRoutes,
  ...commentRoutes,
  ...postRoutes,
  ...userRoutes,
  reputation,
  publicHistory,
  fullHistory,
  privileges,
  userPrivileges,
  associated,
  inbox,
  unreadInbox,
  myInbox,
  myUnreadInbox,
  ...notificationRoutes,
  ...badgeRoutes,
  ...tagRoutes,
  ...topOfTagRoutes,
  sites,
  info,
  errors,
  simulatedError,
  filtersCreate,
  filtersById,
  accessTokens,
  invalidateTokens,
  deauthenticateApps,
];
