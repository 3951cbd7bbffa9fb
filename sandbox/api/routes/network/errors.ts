import { ApiError, badParameter } from '../../errors.ts';
import { defineRoute } from '../../query/route.ts';
import { error } from '../../objects/network/error.ts';

/** What each error means, by its number. */
const ERROR_MEANINGS: Readonly<Record<number, string>> = {
  400: 'A parameter is missing, has a value it cannot have, or does not belong to this method',
  401: 'The method needs an access_token and got none',
  402: 'The access_token is expired, revoked, or no token at all',
  403: 'The token does not permit this, or the caller asks too much or too far',
  404: 'There is no such method',
  405: 'An access_token came without a key',
  406: 'The access_token came over a connection others can read; it is no longer good',
  407: 'The write was refused',
  409: 'The same write was done already',
  500: 'Something went wrong on the server',
  502: 'The rules of how fast to ask were broken',
  503: 'This method, or the whole service, cannot be had for a while',
};

const EXPLAINED_ERRORS = Object.entries(ERROR_MEANINGS).map(([id, description]) => {
  const { id: error_id, errorName: error_name } = new ApiError(Number(id), '');
  return { error_id, error_name, description };
});

const common = {
  site: 'ignored',
  of: error,
  from: ['json_each(:errors)', 'e'],
  tie: '$.key',
  keepsOrder: true,
} as const;

export const errors = defineRoute({
  ...common,
  summary: 'Lists the errors of the API.',
  name: '/errors',
  paths: ['/errors'],
  select: () => ({ where: [], bindings: { errors: JSON.stringify(EXPLAINED_ERRORS) } }),
});

/** The one route that answers with a 5xx, where it is asked for one. */
export const simulatedError = defineRoute({
  ...common,
  summary: 'Answers with that error, so that a client can try what it does then.',
  name: '/errors/{id}',
  paths: ['/errors/{id}'],
  select({ ids: [id = 0] }) {
    if (!Object.hasOwn(ERROR_MEANINGS, id)) throw badParameter('id');
    throw new ApiError(id, 'simulated');
  },
});
