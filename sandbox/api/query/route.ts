import { z } from 'zod';
import { noMethod } from '../errors.ts';
import type { BehaviourSwitch, NetworkBehaviour } from '../../behaviour.ts';
import type { World } from '../../world/world.ts';
import type { ObjectType } from '../objects/object-type.ts';
import type { Scope } from '../caller.ts';
import type { SiteRow } from './paths.ts';
import type { Bindings, Statements } from '../../world/database/statements.ts';

/**
 * The room `api/query` reads requests. It finds version, operation, site, filter and parameters, checks each of them
 * as the API does, and gives the result to a route. This file says what a route is and what it is given.
 */

/** A key to sort by; `min` and `max` bound its SQL value. `$` is the alias of the route's table. */
export interface Sort {
  readonly sql: string;
  /** Type of `min` and `max`; `none` where they make no sense, `word` for one of `words`. */
  readonly bound: 'date' | 'number' | 'string' | 'word' | 'none';
  /** The words of a `word` bound in rising order; SQL has their place in it, from 0. */
  readonly words?: readonly string[];
  /** Only what was made in so many days is listed while this sort is chosen. */
  readonly lastDays?: number;
  /** The sort whose indexes it is read in, where they are not named as it is. */
  readonly index?: string;
  /** SQL of the least value that what was made since `:fromdate` has. */
  readonly least?: string;
}

/** Sorts by a column, with bounds of its kind. */
export const byDate = (sql: string) => ({ sql, bound: 'date' }) as const;
export const byNumber = (sql: string) => ({ sql, bound: 'number' }) as const;
export const byText = (sql: string) => ({ sql, bound: 'string' }) as const;

/** One request as a route sees it, everything common already read and checked. */
export interface RouteRequest {
  readonly statements: Statements;
  /** Epoch seconds. */
  readonly now: number;
  /** The account of the caller's token, on routes that tell some things to their own people only; null elsewhere. */
  readonly asker: number | null;
  /** Only on routes that take a site. */
  readonly site: SiteRow;
  /** Integers of `{id}` or `{ids}` in the path. */
  readonly ids: readonly number[];
  /** The words of every other vector in the path by its name, e.g. `accessTokens`. */
  readonly words: Readonly<Record<string, readonly string[]>>;
  /**
   * Users meant by the path: `{ids}`, or on a /me path the token's user on the site (none without an account there).
   */
  readonly users: readonly number[];
  /** The account of the token; only on routes that need one. */
  readonly accountId: number;
  /** The users on the site that belong to the token's account: one, or none without an account there. */
  own(): readonly number[];
  /** The path template that matched, e.g. `/users/{id}/inbox`. */
  readonly template: string;
  /** E.g. 2.2. */
  readonly version: number;
  /** The sandbox's own address. */
  readonly self: string;
  /** The sort by name, where there is a choice. */
  readonly sort: string | undefined;
}

/**
 * Values that rows are looked up by, one value after the other: told to choose, SQLite may read a whole site by dates.
 */
export interface Among {
  /** The column that holds one of the values, with `$` for the table that is read. */
  readonly column: string;
  /** SQL of a table with a column `value`, which has each but once. */
  readonly values: string;
}

/** Condition in SQL that is one thing to test row by row, and another to count by. */
export interface Tested {
  readonly read: string;
  readonly count: string;
}

/**
 * Rows that a request means, and where they are read. A list that can grow with the site names a family of indexes, so
 * that it is read in its order and no further than its page; what is few by nature is found and sorted.
 */
export interface Selection {
  /** Conditions joined by AND, over the alias of `from`. */
  readonly where?: readonly string[];
  /** A further condition, on the rows of a family of indexes. */
  readonly test?: Tested;
  readonly bindings?: Bindings;
  /** Another table than the route's, which has its sorts, too, and its column with the id of what is listed. */
  readonly from?: readonly [table: string, alias: string, id: string];
  /** Few things that are looked up one by one. */
  readonly among?: Among;
  /** The index by which few are found, where it is not the table's key. */
  readonly index?: string;
  /** The family of indexes (world/database/indexes.ts): `posts_owner` for `posts_owner_votes` and so on. */
  readonly by?: string;
  /** SQL that joins further tables, if conditions need any. */
  readonly join?: string;
  /** Each is a list of its own in that order, of which no two hold the same; they are merged. */
  readonly any?: readonly string[];
  /** SQL of how many there are, where that is kept. */
  readonly total?: string;
  /** The table has a column `relevance`, by which relevance goes. */
  readonly ranks?: true;
}

type Parameters = Readonly<Record<string, unknown>>;

/** An operation of the API. One file in routes/ holds one or a few that belong together; routes/index.ts lists them. */
export interface Route {
  /** Purpose in one sentence, for the description of the API. */
  readonly summary: string;
  /** Name under which `backoff` and logs count its requests; /me and /users/{ids} twins share it. */
  readonly name: string;
  readonly verb: 'GET' | 'POST';
  /** A GET that may be a POST with a form as well. */
  readonly alsoPost?: boolean;
  /** The first version that has it, e.g. 2.1. */
  readonly since?: number;
  /** Paths after the version, with `{id}`, `{ids}` (integers) or one other vector in braces. */
  readonly paths: readonly string[];
  /** Whether `site` is needed, or looked at where it is sent, or refused, or no matter. */
  readonly site: 'required' | 'optional' | 'refused' | 'ignored';
  /** Only networks with that flag have the operation. */
  readonly onlyWith?: BehaviourSwitch;
  /** Changes of the operation on networks with that flag, to all of its paths unless some are named. */
  readonly instead?: Partial<Pick<Route, 'site' | 'from' | 'sorts' | 'tie' | 'order' | 'echoesPage' | 'select'>> & {
    readonly flag: BehaviourSwitch;
    readonly paths?: readonly string[];
  };
  /** Needs a token, with that scope if one is named; /me paths always need a token. */
  readonly needs?: 'token' | Scope;
  readonly of: ObjectType;
  /** The table and its alias, e.g. `['posts', 'p']`. */
  readonly from: readonly [table: string, alias: string];
  /** The first is the default. */
  readonly sorts?: Readonly<Record<string, Sort>>;
  /** Order without a sort, and after any sort: SQL columns, all in the asked direction; by default ids. */
  readonly tie?: string;
  /** SQL of an order that nobody can turn round, where nothing is dated and there is nothing to sort by. */
  readonly order?: string;
  /** SQL of the date that `fromdate` and `todate` bound. */
  readonly created?: string;
  /** /sites takes any pagesize. */
  readonly unboundedPagesize?: boolean;
  /** `page` and `page_size` are in the wrapper. */
  readonly echoesPage?: boolean;
  /** It tells some things to their own people only. */
  readonly asksWho?: true;
  /** It takes long on a big site. */
  readonly isHeavy?: true;
  /** Does what the operation does before its result is read; returns what it alone can bind of the selection. */
  readonly action?: (request: RouteRequest, parameters: Parameters, world: World) => Bindings | void;
  /** Whether a request only tries its action: the result is read, and nothing is kept. */
  readonly tries?: (parameters: Parameters) => boolean;
  /** The route's own parameters; each takes the text that was sent. */
  readonly parameters: z.ZodRawShape;
  /** Checks the route's own parameters. @throws z.ZodError */
  parse(sent: Readonly<Record<string, unknown>>): Parameters;
  /** Says what is meant; undefined is the empty result. */
  select(request: RouteRequest, parameters: Parameters): Selection | undefined;
}

/** An operation under one of its paths. */
export interface PathOperation {
  readonly route: Route;
  /** The path template. */
  readonly template: string;
}

/** The operation that a path leads to. */
export interface Operation extends PathOperation {
  /** E.g. 2.3. */
  readonly version: number;
  /** The vectors in the path by name, decoded. */
  readonly segments: Readonly<Record<string, string>>;
}

type Sent<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;

interface Definition<Shape extends z.ZodRawShape> extends Omit<
  Route,
  'name' | 'summary' | 'verb' | 'paths' | 'site' | 'parameters' | 'parse' | 'action' | 'select'
> {
  readonly verb?: Route['verb'];
  /** Another path of the same operation; one of /users/{id} has a twin under /me. */
  readonly alias?: string;
  /** Required unless something else is said. */
  readonly site?: Route['site'];
  /** Conditions on all that is listed. */
  readonly where?: readonly string[];
  /** The route's own parameters; a failure is `bad_parameter` with the parameter's name. */
  readonly parameters?: Shape;
  readonly action?: (request: RouteRequest, parameters: Sent<Shape>, world: World) => Bindings | void;
  readonly select?: (request: RouteRequest, parameters: Sent<Shape>) => Selection | undefined;
}

/** Defines a route with typed parameters. @param summary its purpose in one sentence */
export function defineRoute<const Shape extends z.ZodRawShape = Record<never, never>>(
  path: string,
  summary: string,
  definition: Definition<Shape>,
): Route {
  const { alias, where = [], parameters = {} as Shape, select, action, ...rest } = definition;
  const twin = alias ?? path.replace(/^\/users\/\{ids?\}/, '/me');
  // There are many routes, and most are never asked for.
  let schema: z.ZodObject<Shape> | undefined;
  return {
    verb: 'GET',
    site: 'required',
    ...rest,
    name: path,
    summary,
    paths: [...new Set([path, twin])],
    parameters,
    parse: (sent) => (schema ??= z.object(parameters)).parse(sent),
    ...(action && { action: (request, given, world) => action(request, given as Sent<Shape>, world) }),
    select(request, given) {
      const selection = select ? select(request, given as Sent<Shape>) : {};
      return selection && { ...selection, where: [...where, ...(selection.where ?? [])] };
    },
  };
}

/** Creates the function that defines the lists of one kind of object: each selects among all of the kind. */
export const listsOf =
  (kind: Omit<Definition<Record<never, never>>, 'parameters' | 'action' | 'select'>) =>
  <const Shape extends z.ZodRawShape = Record<never, never>>(
    path: string,
    summary: string,
    select?: Definition<Shape>['select'],
    more: Partial<Omit<Definition<Shape>, 'select'>> = {},
  ): Route =>
    defineRoute<Shape>(path, summary, { ...kind, ...more, ...(select && { select }) });

/** Returns what an operation needs: nothing, a token, or a token with that scope. */
export const neededBy = ({ needs }: Route, template: string): Route['needs'] =>
  needs ?? (template.startsWith('/me') ? 'token' : undefined);

/** Whether a network has an operation at all. */
export const isThere = (behaviour: NetworkBehaviour, { onlyWith }: Route): boolean =>
  onlyWith === undefined || behaviour[onlyWith];

/**
 * Returns an operation as it is on a network, by the flags that the network has.
 * @param template the path template that matched
 * @throws ApiError 404 where the network does not have it
 */
export function routeOn(behaviour: NetworkBehaviour, route: Route, template: string): Route {
  if (!isThere(behaviour, route)) throw noMethod();
  const { flag, paths, ...changes } = route.instead ?? {};
  return flag && behaviour[flag] && (paths?.includes(template) ?? true) ? { ...route, ...changes } : route;
}
