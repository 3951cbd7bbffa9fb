import { noMethod, type ApiError } from './gate/errors.ts';
import { isApiUrl, VERSIONS } from './query/api-path.ts';
import { createPaths } from './query/paths.ts';
import type { Operation, Route } from './query/route.ts';
import { allRoutes } from './routes/index.ts';

const pathsOf = (isMeant: (route: Route) => boolean) =>
  createPaths(
    allRoutes
      .filter(isMeant)
      .flatMap((route) => route.paths.map((template) => [template, { route, template }] as const)),
  );
const readings = pathsOf(({ verb }) => verb === 'GET');
const writings = pathsOf(({ verb, alsoPost }) => verb === 'POST' || alsoPost === true);

/** The version that a path without one means (docs/api.md, "Versions"). */
const VERSION_UNLESS_SAID = '2.3';

/** The operation that a request asks for, or why that cannot be known, and its path with the version. */
interface Asked {
  readonly operation: Operation | ApiError;
  readonly path: string;
}

function find(method: string, version: string, path: string): Operation | undefined {
  const paths = method === 'POST' ? writings : method === 'GET' || method === 'HEAD' ? readings : undefined;
  const found = VERSIONS.includes(version) ? paths?.(path) : undefined;
  return found && { ...found.target, version: Number(version), segments: found.vectors };
}

/** @returns undefined where the address is none of the API's, as `/users/nobody` */
export function findOperation(method: string, url: string): Asked | undefined {
  const path = url.split('?', 1)[0] ?? '/';
  if (isApiUrl(url)) {
    const [, version = '', rest = ''] = /^\/([\d.]+)(.*)$/.exec(path) ?? [];
    return { path, operation: find(method, version, rest) ?? noMethod() };
  }
  const operation = find(method, VERSION_UNLESS_SAID, path.replace(/\/$/, ''));
  const { id, ids = id } = operation?.segments ?? {};
  if (!operation || (ids !== undefined && !/^-?\d/.test(ids))) return undefined;
  return { path: `/${VERSION_UNLESS_SAID}${path}`, operation };
}
