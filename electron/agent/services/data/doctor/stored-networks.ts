import { z } from 'zod';
import { backoffKey } from '../../../../api/request/method-backoffs.ts';
import type { NetworkError } from '../../../../api/errors.ts';
import type { Clock } from '../../../../clock.ts';
import type { SecretStore } from '../../../../desktop/desktop.ts';
import type { Log } from '../../../../log.ts';
import type { ChosenNetwork, SettingsStore } from '../../../../store/settings.ts';
import type { Words } from '../../../../../common/i18n/words.ts';
import { DEMO_APP, networkName, openNetwork, type Traffic } from '../../../accounts/networks.ts';
import { scopesOf } from '../../../accounts/sign-in/dialog.ts';
import { StoredSignIns } from '../../../accounts/stored-sign-ins.ts';
import { SAME_REQUEST_FLOOR_MS } from '../../../forecast/forecast.ts';
import { observedReset, QuotaState } from '../../../planning/quota.ts';
import type { InstanceFacts } from './checks/instance.ts';
import type { Answer } from './checks/network.ts';
import type { CheckedNetwork } from './doctor.ts';
import { askNetwork } from './probes/ask.ts';
import type { DoctorNote, DoctorNotes } from './notes.ts';
import { networksToCheck } from './running-networks.ts';

export interface StoredNetworksParts {
  settings: SettingsStore;
  secrets: SecretStore;
  /** The marks of an account in the history, by name. */
  marks: (network: string, accountId: number) => Record<string, unknown>;
  instance: () => InstanceFacts;
  /** What runs before this one asked. */
  notes: DoctorNotes;
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

/** Why a network is not asked now; undefined where it may be. */
function whyNotToAsk(
  { chosen, marks, instance }: StoredAsking,
  noted: DoctorNote | undefined,
  now: number,
): Extract<Answer, { kind: 'not-asked' }> | undefined {
  const isOpen = (until: number | undefined): until is number =>
    until !== undefined && until > now && until < now + MAX_HOLD_MS;
  if (chosen.kind === 'demo' && instance() === 'none') return { kind: 'not-asked', why: 'demo-rests' };
  const hold = StoredHold.safeParse(marks['hold']).data;
  if (hold && isOpen(hold.until))
    return hold.condition.kind === 'quota-exhausted'
      ? { kind: 'not-asked', why: 'used-up' }
      : { kind: 'not-asked', why: 'resting', until: new Date(hold.until) };
  if (!noted) return undefined;
  const until = noted.hold?.until;
  if (isOpen(until)) return { kind: 'not-asked', why: 'resting', until: new Date(until) };
  // Asking the same twice within a minute is abuse (docs/api.md, "Throttling").
  const isJustAsked = noted.askedAt <= now && now - noted.askedAt < SAME_REQUEST_FLOOR_MS;
  return isJustAsked ? { kind: 'not-asked', why: 'just-asked' } : undefined;
}

async function ask(asking: StoredAsking, signal: AbortSignal): Promise<Answer> {
  const { chosen, key, token, clock, marks } = asking;
  const now = clock.now();
  const noted = asking.notes.read()[chosen.id];
  const why = whyNotToAsk(asking, noted, now);
  if (why) return why;
  const backoffs = { ...noted?.backoffs, ...StoredBackoffs.catch({}).parse(marks['backoffs']) };
  let clockAheadMs: number | undefined;
  let requests = 0;
  const stillOpen = Object.entries(noted?.backoffs ?? {}).filter(([, until]) => until > now);
  const note: DoctorNote = { askedAt: now, backoffs: Object.fromEntries(stillOpen) };
  const traffic: Traffic = {
    sent: () => asking.notes.write(chosen.id, note),
    answered({ sentAt, took, networkTime, method, backoffUntil, fault }) {
      requests++;
      if (networkTime !== undefined) clockAheadMs = sentAt + took / 2 - networkTime;
      if (backoffUntil !== undefined) note.backoffs[backoffKey(method)] = backoffUntil;
      note.hold = (fault && holdOf(fault)) ?? note.hold;
      asking.notes.write(chosen.id, note);
    },
    blockedUntil: (method) => backoffs[backoffKey(method)],
  };
  const credentials = { ...(key !== undefined && { key }), ...(token !== undefined && { accessToken: token }) };
  const network = openNetwork(chosen, () => credentials, asking, traffic);
  const answer = await askNetwork({ network, signedIn: token !== undefined, now: () => clock.now(), signal });
  if (answer.kind === 'not-asked') return answer;
  // What never reached the network does not count as asked.
  if (answer.kind === 'failed' && answer.error === 'offline')
    asking.notes.write(chosen.id, { ...note, askedAt: noted?.askedAt ?? 0 });
  // Where it is not known yet where the network reads who asks, one question may be two requests.
  const told = { ...answer, requests };
  return told.kind === 'failed' ? { ...told, clockAheadMs } : told;
}

/** What a refusal asks of everybody at this address; undefined where it asks nothing. */
function holdOf({ kind, retryAt, retryNamed }: NetworkError): DoctorNote['hold'] {
  if (kind !== 'throttled' && kind !== 'quota-exhausted' && kind !== 'blocked-by-protection') return undefined;
  return retryAt === undefined || !Number.isFinite(retryAt) ? undefined : { kind, until: retryAt, isNamed: retryNamed };
}
