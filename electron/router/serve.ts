import { isContractProcedure, type AnyContractRouter } from '@orpc/contract';
import { implement, ORPCError, type AnyRouter } from '@orpc/server';
import type { Agent } from '../agent/agent.ts';
import { networkRefusal, UserFacingError, userFacingError } from '../agent/user-facing-error.ts';
import { NetworkError } from '../api/errors.ts';
import { NotAWebAddress, type PageContext } from '../desktop/desktop.ts';
import type { Call, Handlers } from '../agent/context.ts';

/** Objects of the same names as the contract: a function answers a procedure. */
interface Tree {
  [name: string]: Tree | ((input: unknown, call: Call) => unknown);
}

/**
 * Serves a contract by the methods of objects that are laid out like it. Errors for the user are sent as refusals in
 * the user's language; no result is sent as `{}`.
 */
export const serve = <Contract extends AnyContractRouter>(
  contract: Contract,
  handlers: Handlers<Contract>,
  locale: Agent['locale'],
): AnyRouter => served(contract, handlers, locale);

function served(contract: AnyContractRouter, handlers: Tree, locale: Agent['locale']): AnyRouter {
  return Object.fromEntries(
    Object.entries(contract).map(([name, part]) => {
      if (!isContractProcedure(part)) return [name, served(part, handlers[name] as Tree, locale)];
      const procedure = implement(part)
        .$context<PageContext>()
        .handler(async ({ input, signal, context }) => {
          try {
            return (await (handlers as Record<string, Function>)[name]!(input, { ...context, signal })) ?? {};
          } catch (error) {
            throw refusal(error, locale());
          }
        });
      return [name, procedure];
    }),
  );
}

/** Returns an error for the user as the contract words it, and any other error as it is. */
function refusal(error: unknown, locale: ReturnType<Agent['locale']>): unknown {
  const known = error instanceof NotAWebAddress ? userFacingError('notAWebAddress', error) : error;
  if (!(known instanceof UserFacingError || known instanceof NetworkError)) return error;
  const { message, advice } = known instanceof NetworkError ? networkRefusal(known, locale) : known.in(locale);
  return new ORPCError('REFUSED', { defined: true, status: 400, message, data: { advice } });
}

type Joined<Parts> = Parts extends [infer First, ...infer Others] ? First & Joined<Others> : unknown;

/** Joins objects that together answer a topic: each method is called on the first that has it. */
export const joined = <Parts extends object[]>(...parts: Parts): Joined<Parts> =>
  new Proxy({} as Joined<Parts> & object, {
    get(_, name) {
      const owner = parts.find((part) => name in part) as Record<PropertyKey, Function> | undefined;
      return owner?.[name]?.bind(owner);
    },
  });
