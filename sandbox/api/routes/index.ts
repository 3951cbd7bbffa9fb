import type { NetworkBehaviour } from '../../behaviour.ts';
import { type Route, isThere } from '../query/route.ts';
import { reputationRoutes } from './reputation.ts';
import { achievements, inboxRoutes } from './inbox.ts';
import { networkRoutes } from './network.ts';
import { postRoutes } from './posts/posts.ts';
import { timelineRoutes } from './timelines.ts';
import { questionRoutes } from './posts/questions.ts';
import { searchRoutes } from './posts/search.ts';
import { userRoutes } from './users.ts';
import { tagPeopleRoutes } from './tag-people.ts';
import { tagRoutes } from './tags.ts';
import { teamRoutes } from './teams.ts';
import { writeRoutes } from './writes.ts';

/**
 * The room `api/routes` holds the operations of the API, one file for each topic. A route declares its path, its
 * parameters and its sort orders, and says in SQL which rows it lists.
 */

const OF_POSTS = [questionRoutes, searchRoutes, postRoutes, timelineRoutes, tagRoutes, tagPeopleRoutes, teamRoutes];
const OF_PEOPLE = [userRoutes, reputationRoutes, inboxRoutes, writeRoutes];

/** The operations that every network has. */
export const routes: readonly Route[] = [...OF_POSTS, ...OF_PEOPLE, networkRoutes].flat();

/** With the operations that only some networks have. */
export const allRoutes: readonly Route[] = [...routes, achievements];

/** The operations of a network with these flags, as they are there. */
export const routesOn = (behaviour: NetworkBehaviour): readonly Route[] =>
  allRoutes.filter((route) => isThere(behaviour, route));
