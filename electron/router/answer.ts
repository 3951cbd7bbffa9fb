import { EventPublisher, implement } from '@orpc/server';
import { NetworkError } from '../api/errors.ts';
import type { Agent, AgentEvents } from '../agent/agent.ts';
import type { Account } from '../agent/accounts/account.ts';
import { UserFacingError, userFacingError } from '../agent/domain/user-facing-error.ts';
import type { Clock } from '../clock.ts';
import { contract } from '../../common/contract/contract.ts';
import type { Desktop } from '../desktop/desktop.ts';
import { speechOf } from '../../common/i18n/localized-text.ts';

/** The agent's events for any number of windows. */
export type Publisher = EventPublisher<AgentEvents>;

/** Makes the publisher that the agent emits to and the router serves. */
export const createPublisher = (): Publisher => new EventPublisher<AgentEvents>();

/** Where the answers come from. */
export interface Parts {
  agent: Agent;
  publisher: Publisher;
  desktop: Desktop;
  clock: Clock;
  /** What the build wrote down of the packages of others. */
  thirdPartiesFile: string;
}

/** What every part of the router begins from. */
export const answer = implement(contract);

/** The router's beginning: a refusal reaches the person in words, and in their language. */
export const answerInWords = ({ agent, desktop }: Pick<Parts, 'agent' | 'desktop'>) =>
  answer.use(async ({ next, errors }) => {
    try {
      return await next();
    } catch (error) {
      const speech = speechOf(agent.settings.get().preferences.language, desktop.languages);
      if (error instanceof UserFacingError) {
        const { message, advice } = error.in(speech);
        throw errors.REFUSED({ message, data: { advice } });
      }
      if (error instanceof NetworkError) {
        const { words } = speech;
        throw errors.REFUSED({
          message: words(`errors.network.${error.kind}`),
          data: { advice: words('errors.network.advice') },
        });
      }
      throw error;
    }
  });

/** Everybody who is signed in, the first to have come first. @throws Refusal when nobody is */
export function accountsOf(agent: Agent): Account[] {
  const all = agent.accounts.all();
  if (all.length === 0) throw userFacingError('nobody');
  return all;
}
