import { VERSIONS, withoutSlash } from './query/api-path.ts';
import { createPaths } from './query/paths.ts';
import type { Operation } from './query/route.ts';
import { allRoutes } from './routes/index.ts';

/** Finds the operation of a path by GET. Fastify would take as long for that as all the rest takes. */
const findOperation = createPaths(
  allRoutes.flatMap((route) =>
    route.verb === 'GET' ? route.paths.map((template) => [template, { route, template }] as const) : [],
  ),
);

export const pathOf = (url: string): string => {
  const mark = url.indexOf('?');
  return mark < 0 ? url : url.slice(0, mark);
};

/** What a plain request asks for. @returns undefined where it takes more than a look at the path */
export function plainOperation(path: string): Operation | undefined {
  const version = path.slice(1, path.indexOf('/', 1));
  if (!VERSIONS.includes(version)) return undefined;
  const found = findOperation(withoutSlash(path).slice(version.length + 1));
  return found && { ...found.target, version: Number(version), segments: found.vectors };
}

/** The version that a path without one means (docs/api.md, "Versions"). */
const VERSION_UNLESS_SAID = '2.3';

const findByVerb = {
  GET: findOperation,
  POST: createPaths(
    allRoutes.flatMap((route) =>
      route.verb === 'POST' || route.alsoPost
        ? route.paths.map((template) => [template, { route, template }] as const)
        : [],
    ),
  ),
};

/**
 * What a request without a version asks for, where its path is no page's.
 * @returns undefined where that is nothing, as of `/users/nobody`
 */
export function operationWithoutVersion(method: string, path: string): Operation | undefined {
  if (method !== 'GET' && method !== 'POST') return undefined;
  const found = findByVerb[method](path.replace(/\/$/, ''));
  if (!found) return undefined;
  const { id, ids = id } = found.vectors;
  if (ids !== undefined && !/^-?\d/.test(ids)) return undefined;
  return { ...found.target, version: Number(VERSION_UNLESS_SAID), segments: found.vectors };
}

/** The address that a request without a version should have had. */
export const withVersion = (url: string): string => `/${VERSION_UNLESS_SAID}${url}`;
