import type { NetworkBehaviour } from '../../behaviour.ts';
import { type Route, isThere } from '../query/route.ts';
import { badgeRoutes, reputationRoutes } from './reputation.ts';
import { achievements, inboxRoutes } from './inbox.ts';
import { networkRoutes } from './network.ts';
import { optionRoutes, answerRoutes, commentRoutes, postRoutes } from './posts/posts.ts';
import { historyRoutes, timelineRoutes } from './timelines.ts';
import { questionRoutes } from './posts/questions.ts';
import { searchRoutes } from './posts/search.ts';
import { preferenceRoutes, userRoutes } from './users.ts';
import { tagPeopleRoutes } from './tag-people.ts';
import { tagRoutes } from './tags.ts';
import { teamRoutes } from './teams.ts';
import { writeRoutes } from './writes.ts';

/**
 * The room `api/routes` holds the operations of the API, one file for each topic. A route declares its path, its
 * parameters and its sort orders, and says in SQL which rows it lists.
 */

/** The operations that every network has. */
export const routes: readonly Route[] = [
  ...questionRoutes,
  ...optionRoutes,
  ...searchRoutes,
  ...answerRoutes,
  ...commentRoutes,
  ...postRoutes,
  ...historyRoutes,
  ...timelineRoutes,
  ...userRoutes,
  ...reputationRoutes,
  ...inboxRoutes,
  ...badgeRoutes,
  ...tagRoutes,
  ...tagPeopleRoutes,
  ...writeRoutes,
  ...preferenceRoutes,
  ...teamRoutes,
  ...networkRoutes,
];

/** With the operations that only some networks have. */
export const allRoutes: readonly Route[] = [...routes, achievements];

/** The operations of a network with these flags, as they are there. */
export const routesOn = (behaviour: NetworkBehaviour): readonly Route[] =>
  allRoutes.filter((route) => isThere(behaviour, route));
