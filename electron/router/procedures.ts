import { implement } from '@orpc/server';
import { NetworkError } from '../api/errors.ts';
import type { Agent } from '../agent/agent.ts';
import { networkRefusal } from '../agent/network-refusal.ts';
import { UserFacingError, userFacingError } from '../agent/user-facing-error.ts';
import { contract } from '../../common/contract/contract.ts';
import { NotAWebAddress, type Desktop, type PageContext } from '../desktop/desktop.ts';
import type { WindowEvents } from './window-events.ts';

/** Dependencies of the router. */
export interface RouterParts {
  agent: Agent;
  events: WindowEvents;
  desktop: Desktop;
  /** List of third-party packages, written by the build. */
  thirdPartiesFile: string;
}

/** The contract's procedures, to be implemented by handlers. */
export const os = implement(contract).$context<PageContext>();

/** Returns the procedures with errors translated to the user's language. */
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
