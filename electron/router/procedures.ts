import { implement } from '@orpc/server';
import { NetworkError } from '../api/errors.ts';
import type { Agent } from '../agent/agent.ts';
import { networkRefusal } from '../agent/domain/network-refusal.ts';
import { UserFacingError, userFacingError } from '../agent/domain/user-facing-error.ts';
import { contract } from '../../common/contract/contract.ts';
import { NotAWebAddress, type Desktop, type PageContext } from '../desktop/desktop.ts';
import type { WindowEvents } from './window-events.ts';

/** What the router delegates to. */
export interface RouterParts {
  agent: Agent;
  events: WindowEvents;
  desktop: Desktop;
  /** The list of other people's packages that the build wrote. */
  thirdPartiesFile: string;
}

/** The contract's procedures, each to be given its handler. */
export const os = implement(contract).$context<PageContext>();

/** The same, with errors put into the person's language. */
export const localizedOs = ({ agent }: Pick<RouterParts, 'agent'>) =>
  os.use(async ({ next, errors }) => {
    try {
      return await next();
    } catch (error) {
      const refusal = error instanceof NotAWebAddress ? userFacingError('notAWebAddress', error) : error;
      if (refusal instanceof UserFacingError) {
        const { message, advice } = refusal.in(agent.locale());
        throw errors.REFUSED({ message, data: { advice } });
      }
      if (error instanceof NetworkError) {
        const { message, advice } = networkRefusal(error, agent.locale());
        throw errors.REFUSED({ message, data: { advice } });
      }
      throw error;
    }
  });
