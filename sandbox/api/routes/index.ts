import type { NetworkBehaviour } from '../../behaviour.ts';
import { isThere, type PathOperation, type Route, routeOn } from '../query/route.ts';
import { reputationRoutes } from './reputation.ts';
import { achievements, inboxRoutes } from './inbox.ts';
import { networkRoutes } from './network.ts';
import { postRoutes } from './posts/posts.ts';
import { timelineRoutes } from './timelines.ts';
import { questionRoutes } from './posts/questions.ts';
import { searchRoutes } from './posts/search.ts';
import { userRoutes } from './users.ts';
import { tagRoutes } from './tags.ts';
import { teamRoutes } from './teams.ts';
import { writeRoutes } from './writes.ts';

/**
 * The room `api/routes` holds the operations of the API, one file for each topic. A route declares its path, its
 * parameters and its sort orders, and says in SQL which rows it lists.
 */

const OF_POSTS = [questionRoutes, searchRoutes, postRoutes, timelineRoutes, tagRoutes, teamRoutes];
const OF_PEOPLE = [userRoutes, reputationRoutes, inboxRoutes, writeRoutes];

/** The operations that every network has. */
export const routes: readonly Route[] = [...OF_POSTS, ...OF_PEOPLE, networkRoutes].flat();

/** With the operations that only some networks have. */
export const allRoutes: readonly Route[] = [...routes, achievements];

/** Every path of a network with these flags, and the operation as it is there. */
export const operationsOn = (behaviour: NetworkBehaviour): PathOperation[] =>
  allRoutes
    .filter((route) => isThere(behaviour, route))
    .flatMap((route) => route.paths.map((template) => ({ template, route: routeOn(behaviour, route, template) })));
