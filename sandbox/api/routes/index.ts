import type { NetworkBehaviour } from '../../behaviour.ts';
import { type Route, isThere } from '../query/route.ts';
import { accessTokens, deauthenticateApps, invalidateTokens } from './personal/access-tokens.ts';
import { achievements } from './personal/achievements.ts';
import { answerRoutes } from './posts/answers.ts';
import { associated } from './people/associated.ts';
import { badgeRoutes } from './people/badges.ts';
import { commentRoutes } from './posts/comments.ts';
import { errors, simulatedError } from './network/errors.ts';
import { filtersById, filtersCreate } from './network/filters.ts';
import { optionRoutes } from './posts/flag-options.ts';
import { historyRoutes } from './posts/history.ts';
import { inbox, myInbox, myUnreadInbox, unreadInbox } from './personal/inbox.ts';
import { notificationRoutes } from './personal/notifications.ts';
import { postRoutes } from './posts/posts.ts';
import { preferenceRoutes } from './personal/preferences.ts';
import { privileges, userPrivileges } from './people/privileges.ts';
import { questionRoutes } from './posts/questions.ts';
import { fullHistory, publicHistory, reputation } from './people/reputation.ts';
import { advancedSearch, excerpts, search, similar } from './posts/search.ts';
import { info, sites } from './network/sites.ts';
import { tagRoutes } from './network/tags.ts';
import { teamRoutes } from './teams.ts';
import { timelineRoutes } from './timelines.ts';
import { topOfTagRoutes } from './people/top-of-tag.ts';
import { topTagRoutes } from './people/top-tags.ts';
import { userRoutes } from './people/users.ts';
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
