import type { NetworkBehaviour } from '../../behaviour.ts';
import { type Route, isThere } from '../query/route.ts';
import {
  accessTokens,
  deauthenticateApps,
  invalidateTokens,
  errors,
  simulatedError,
  filtersById,
  filtersCreate,
  info,
  sites,
} from './network.ts';
import { achievements, inbox, myInbox, myUnreadInbox, unreadInbox, notificationRoutes } from './inbox.ts';
import { answerRoutes, commentRoutes, postRoutes } from './posts/posts.ts';
import { associated, userRoutes } from './users.ts';
import { badgeRoutes } from './badges.ts';
import { optionRoutes } from './posts/flag-options.ts';
import { historyRoutes } from './posts/history.ts';
import { preferenceRoutes } from './preferences.ts';
import { privileges, userPrivileges, fullHistory, publicHistory, reputation } from './reputation.ts';
import { questionRoutes } from './posts/questions.ts';
import { advancedSearch, excerpts, search, similar } from './posts/search.ts';
import { tagRoutes } from './tags.ts';
import { teamRoutes } from './teams.ts';
import { timelineRoutes } from './timelines.ts';
import { topOfTagRoutes, topTagRoutes } from './tag-people.ts';
import { writeRoutes } from './writes.ts';

/**
 * The room `api/routes` holds the operations of the API, one file for each topic. A route declares its path, its
 * parameters and its sort orders, and says in SQL which rows it lists.
 */

/** The operations that every network has. */
export const routes: readonly Route[] = [
  ...questionRoutes,
  ...optionRoutes,
  search,
  advancedSearch,
  excerpts,
  similar,
  ...answerRoutes,
  ...commentRoutes,
  ...postRoutes,
  ...historyRoutes,
  ...timelineRoutes,
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
  ...writeRoutes,
  ...topTagRoutes,
  ...preferenceRoutes,
  ...teamRoutes,
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

/** With the operations that only some networks have. */
export const allRoutes: readonly Route[] = [...routes, achievements];

/** The operations of a network with these flags, as they are there. */
export const routesOn = (behaviour: NetworkBehaviour): readonly Route[] =>
  allRoutes.filter((route) => isThere(behaviour, route));
