import type { Account } from '../accounts/account.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { openNetwork } from '../accounts/networks.ts';
import { localeOf, type AgentContext } from '../context.ts';
import { observedReset } from '../scheduler/quota.ts';
import type { ChosenNetwork } from '../../store/settings.ts';
import {
  askNetwork,
  chosenFacts,
  networksToCheck,
  type Answer,
  type CheckedNetwork,
  type NetworkList,
} from './network-check.ts';

/**
 * Networks of the running Askbell, whose own client sends the requests, so that its quota, pauses and rate limits
 * apply.
 */
export class RunningNetworks implements NetworkList {
  readonly #context: AgentContext;
  readonly #accounts: Accounts;

  constructor(context: AgentContext, accounts: Accounts) {
    this.#context = context;
    this.#accounts = accounts;
  }

  async list(): Promise<CheckedNetwork[]> {
    const { words } = localeOf(this.#context);
    return networksToCheck(this.#context.settings.get().networks).map((chosen) => {
      const facts = chosenFacts(chosen, words);
      const account = this.#accounts.get(chosen.id);
      const networkNow = account?.poller?.networkNow();
      const quota = account?.poller?.quota();
      const resetAt = networkNow === undefined ? undefined : observedReset(quota, networkNow);
      return {
        ...facts,
        apiBaseUrl: account?.chosen.apiBaseUrl ?? facts.apiBaseUrl,
        stored: account?.network ? 'yes' : 'no',
        quota,
        fullAgainAt: resetAt === undefined ? undefined : new Date(resetAt + this.#aheadMs(account)!),
        ask: (signal) => this.#ask(chosen, account, signal),
      };
    });
  }

  async #ask(chosen: ChosenNetwork, account: Account | undefined, signal: AbortSignal): Promise<Answer> {
    const answer = await (account?.network ? this.#askAsPerson(account, signal) : this.#askAsStranger(chosen, signal));
    // The agent's estimate from many answers is better than one answer.
    const aheadMs = this.#aheadMs(account);
    return answer.kind === 'not-asked' || aheadMs === undefined ? answer : { ...answer, clockAheadMs: aheadMs };
  }

  async #askAsPerson(account: Account, signal: AbortSignal): Promise<Answer> {
    const { network, forClicks } = account.clickContext();
    if (!network || (forClicks !== undefined && forClicks < 1)) return { kind: 'not-asked', why: 'used-up' };
    return askNetwork(network, true, this.#context.clock, signal);
  }

  /** Sends one request without a token, since nobody is signed in there. */
  async #askAsStranger(chosen: ChosenNetwork, signal: AbortSignal): Promise<Answer> {
    if (chosen.apiBaseUrl === '') return { kind: 'not-asked', why: 'demo-rests' };
    const uncounted = { sent: () => undefined, answered: () => undefined, blockedUntil: () => undefined };
    return askNetwork(openNetwork(chosen, {}, this.#context, uncounted), false, this.#context.clock, signal);
  }

  /** Returns by how many ms the local clock is ahead of the network's; undefined while unknown. */
  #aheadMs(account: Account | undefined): number | undefined {
    const networkNow = account?.poller?.networkNow();
    return networkNow === undefined ? undefined : this.#context.clock.now() - networkNow;
  }
}
