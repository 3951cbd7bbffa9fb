import type { NetworkBehaviour } from '../../behaviour.ts';
import { noMethod } from '../gate/errors.ts';
import type { Route } from './route.ts';

/** Whether a network has an operation at all. */
export const isThere = (behaviour: NetworkBehaviour, { onlyWith }: Route): boolean =>
  onlyWith === undefined || behaviour[onlyWith];

/**
 * What an operation is on a network, by the flags that the network has.
 * @param template the path template that matched
 * @throws ApiError 404 where the network does not have it
 */
export function routeOn(behaviour: NetworkBehaviour, route: Route, template: string): Route {
  if (!isThere(behaviour, route)) throw noMethod();
  const { instead } = route;
  const isInstead = instead && behaviour[instead.flag] && (instead.paths?.includes(template) ?? true);
  return isInstead ? instead.route : route;
}
