import { z } from 'zod';
import { backoffKey } from '../../../../api/request/method-backoffs.ts';
import type { Clock } from '../../../../clock.ts';
import type { SecretStore } from '../../../../desktop/desktop.ts';
import type { Log } from '../../../../log.ts';
import type { ChosenNetwork, SettingsStore } from '../../../../store/settings.ts';
import type { Words } from '../../../../../common/i18n/words.ts';
import { DEMO_APP, networkName, openNetwork, type Traffic } from '../../../accounts/networks.ts';
import { scopesOf } from '../../../accounts/sign-in/dialog.ts';
import { StoredSignIns } from '../../../accounts/stored-sign-ins.ts';
import { observedReset, QuotaState } from '../../../planning/quota.ts';
import type { InstanceFacts } from './checks/instance.ts';
import type { Answer } from './checks/network.ts';
import type { CheckedNetwork } from './doctor.ts';
import { askNetwork } from './probes/ask.ts';
import { networksToCheck } from './running-networks.ts';

export interface StoredNetworksParts {
  settings: SettingsStore;
  secrets: SecretStore;
  /** The marks of an account in the history, by name. */
  marks: (network: string, accountId: number) => Record<string, unknown>;
  instance: () => InstanceFacts;
  fetch: typeof globalThis.fetch;
  clock: Clock;
  random: () => number;
  log: Log;
  words: Words;
}

/** What the last run noted of the network's wishes; see `polling/gate`. */
const StoredHold = z.object({ until: z.number(), condition: z.object({ kind: z.string() }) });
const StoredBackoffs = z.record(z.string(), z.number());

/** No network asks to be left alone for longer; a longer time comes from a clock that was set. */
const MAX_HOLD_MS = 2 * 24 * 3600_000;

/** The networks as the last run left them on the disk, for a check that does not run inside Askbell. */
export async function storedNetworks(parts: StoredNetworksParts): Promise<CheckedNetwork[]> {
  const signIns = new StoredSignIns(parts);
  const keeping = await parts.secrets.keeping();
  return Promise.all(
    networksToCheck(signIns.networks()).map(async (chosen) => {
      const { accountId } = chosen;
      const token = accountId === undefined ? undefined : await signIns.token(chosen.id);
      const key = chosen.kind === 'demo' ? DEMO_APP.key : await signIns.key(chosen.id);
      const marks = accountId === undefined ? {} : parts.marks(chosen.id, accountId);
      const inMemory = !keeping.persistent && parts.instance() !== 'none';
      const quota = QuotaState.safeParse(marks['budget']).data;
      const fullAgain = observedReset(quota, parts.clock.now());
      return {
        name: networkName(chosen, parts.words),
        apiBaseUrl: chosen.apiBaseUrl,
        signedIn: accountId !== undefined,
        stored: token !== undefined ? 'yes' : inMemory ? 'memory' : 'no',
        tokenEndsAt: chosen.tokenExpiresAt === undefined ? undefined : new Date(chosen.tokenExpiresAt),
        scopes: scopesOf(chosen),
        quota,
        fullAgainAt: fullAgain === undefined ? undefined : new Date(fullAgain),
        ask: (signal: AbortSignal) => ask({ ...parts, chosen, key, token, marks }, signal),
      } satisfies CheckedNetwork;
    }),
  );
}

interface StoredAsking extends Omit<StoredNetworksParts, 'marks'> {
  chosen: ChosenNetwork;
  key: string | undefined;
  token: string | undefined;
  marks: Record<string, unknown>;
}

async function ask(asking: StoredAsking, signal: AbortSignal): Promise<Answer> {
  const { chosen, key, token, clock, marks } = asking;
  const now = clock.now();
  if (chosen.kind === 'demo' && asking.instance() === 'none') return { kind: 'not-asked', why: 'demo-rests' };
  const hold = StoredHold.safeParse(marks['hold']).data;
  if (hold && hold.until > now && hold.until < now + MAX_HOLD_MS)
    return hold.condition.kind === 'quota-exhausted'
      ? { kind: 'not-asked', why: 'used-up' }
      : { kind: 'not-asked', why: 'resting', until: new Date(hold.until) };
  const backoffs = StoredBackoffs.catch({}).parse(marks['backoffs']);
  let clockAheadMs: number | undefined;
  let requests = 0;
  const traffic: Traffic = {
    sent: () => undefined,
    answered: ({ sentAt, took, networkTime }) => {
      requests++;
      if (networkTime !== undefined) clockAheadMs = sentAt + took / 2 - networkTime;
    },
    blockedUntil: (method) => backoffs[backoffKey(method)],
  };
  const credentials = { ...(key !== undefined && { key }), ...(token !== undefined && { accessToken: token }) };
  const network = openNetwork(chosen, () => credentials, asking, traffic);
  const answer = await askNetwork({
    network,
    signedIn: token !== undefined,
    now: () => clock.now(),
    signal,
    // Nobody remembers what a run before this one asked, and asking the same twice within a minute is abuse
    // (docs/api.md, "Throttling").
    pagesize: 1 + (Math.floor(now / 1000) % 60),
  });
  if (answer.kind === 'not-asked') return answer;
  // Where it is not known yet where the network reads who asks, one question may be two requests.
  const told = { ...answer, requests };
  return told.kind === 'failed' ? { ...told, clockAheadMs } : told;
}
