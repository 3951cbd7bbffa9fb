import type { Fetch } from '../../../api/fetch.ts';
import type { Clock } from '../../../base/clock.ts';
import type { Log } from '../../../base/log.ts';
import type { SettingsStore, ChosenNetwork } from '../../../store/settings.ts';
import type { Words } from '../../../../common/i18n/words.ts';
import type { Account } from '../../accounts/account.ts';
import type { AccountRegistry } from '../../accounts/accounts.ts';
import { networkName, openNetwork } from '../../accounts/networks.ts';
import { scopesOf } from '../../accounts/ways.ts';
import { observedReset } from '../../scheduler/quota.ts';
import type { Answer } from './checks/network.ts';
import type { CheckedNetwork } from './doctor.ts';
import { askNetwork } from './probes/ask.ts';

export interface RunningNetworksParts {
  settings: Pick<SettingsStore, 'get'>;
  accounts: Pick<AccountRegistry, 'get'>;
  fetch: Fetch;
  clock: Clock;
  random: () => number;
  log: Log;
  words: () => Words;
}

/** Returns the networks that are signed in to, or all chosen ones if there are none. */
export function networksToCheck(networks: readonly ChosenNetwork[]): readonly ChosenNetwork[] {
  const signedIn = networks.filter(({ accountId }) => accountId !== undefined);
  return signedIn.length > 0 ? signedIn : networks;
}

/**
 * Returns the networks of the running Askbell, whose client sends the requests, so that its quota, pauses and rate
 * limits apply.
 */
export function runningNetworks(parts: RunningNetworksParts): CheckedNetwork[] {
  const { settings, accounts, clock, words } = parts;
  return networksToCheck(settings.get().networks).map((chosen) => {
    const account = accounts.get(chosen.id);
    const network = account?.network;
    const ahead = () => clockAhead(account, clock);
    return {
      name: networkName(chosen, words()),
      apiBaseUrl: account?.chosen.apiBaseUrl ?? chosen.apiBaseUrl,
      signedIn: chosen.accountId !== undefined,
      stored: network ? 'yes' : 'no',
      tokenEndsAt: chosen.tokenExpiresAt === undefined ? undefined : new Date(chosen.tokenExpiresAt),
      scopes: scopesOf(chosen),
      quota: account?.poller?.quota(),
      fullAgainAt: fullAgainAt(account, clock),
      async ask(signal) {
        const answer = await (account && network
          ? askAsPerson(account, clock, signal)
          : askAsStranger(chosen, parts, signal));
        // The agent's estimate from many answers is better than one answer.
        const aheadMs = ahead();
        return answer.kind === 'not-asked' || aheadMs === undefined ? answer : { ...answer, clockAheadMs: aheadMs };
      },
    };
  });
}

async function askAsPerson(account: Account, clock: Clock, signal: AbortSignal): Promise<Answer> {
  const { network, forClicks } = account.clickContext();
  if (!network || (forClicks !== undefined && forClicks < 1)) return { kind: 'not-asked', why: 'used-up' };
  return askNetwork({ network, signedIn: true, now: () => clock.now(), signal });
}

/** Sends one request without a token, since nobody is signed in there. */
async function askAsStranger(
  chosen: ChosenNetwork,
  { clock, ...parts }: RunningNetworksParts,
  signal: AbortSignal,
): Promise<Answer> {
  if (chosen.apiBaseUrl === '') return { kind: 'not-asked', why: 'demo-rests' };
  const uncounted = { sent: () => undefined, answered: () => undefined, blockedUntil: () => undefined };
  const network = openNetwork(chosen, {}, { clock, ...parts }, uncounted);
  return askNetwork({ network, signedIn: false, now: () => clock.now(), signal });
}

function clockAhead(account: Account | undefined, clock: Clock): number | undefined {
  const networkNow = account?.poller?.networkNow();
  return networkNow === undefined ? undefined : clock.now() - networkNow;
}

/** Returns the time of the next quota reset in local time. */
function fullAgainAt(account: Account | undefined, clock: Clock): Date | undefined {
  const networkNow = account?.poller?.networkNow();
  if (networkNow === undefined) return undefined;
  const at = observedReset(account?.poller?.quota(), networkNow);
  return at === undefined ? undefined : new Date(at - networkNow + clock.now());
}
