import { HOUR_MS, MINUTE_MS } from '../../../common/durations.ts';
import { errorMessage } from '../../../common/error-message.ts';
import { localize } from '../../../common/i18n/localized-text.ts';
import type { Locale } from '../../../common/i18n/locale.ts';
import { shortWait } from '../../../common/i18n/short-times.ts';
import type { Words } from '../../../common/i18n/words.ts';
import { NetworkError, type Network } from '../../api/network.ts';
import type { Log } from '../../base/log.ts';
import type { NewNotification } from '../../store/events.ts';
import type { ChosenNetwork } from '../../store/settings.ts';
import { conditionText, problem, warning, type AgentCondition } from '../conditions.ts';
import { localeOf, type AgentContext } from '../context.ts';
import { heldNow } from '../notifications/quiet.ts';
import { Dialog, type Grant } from './dialog.ts';
import type { Networks } from './networks.ts';
import { identify } from './sign-in.ts';
import type { StoredSignIns } from './stored-sign-ins.ts';
import { comesBackByItself } from './ways.ts';

/**
 * How long before its expiry a token without `no_expiry` is renewed, in ms: early enough that a failed renewal is over
 * before the user is warned (`expiryCondition`).
 */
const RENEWAL_LEAD_MS = 70 * MINUTE_MS;

/** A sign-in that can be renewed if its way returns from the browser without the user. */
type Renewable = Pick<ChosenNetwork, 'tokenExpiresAt' | 'signInWay'>;

/**
 * Returns when a sign-in is due for renewal, in ms since the epoch, or undefined if it does not expire or cannot be
 * renewed.
 */
const renewalTime = ({ tokenExpiresAt, signInWay }: Renewable): number | undefined =>
  tokenExpiresAt !== undefined && signInWay !== undefined && comesBackByItself(signInWay)
    ? tokenExpiresAt - RENEWAL_LEAD_MS
    : undefined;

/** Returns when a sign-in is to be renewed, or undefined if not in the future. Times in ms since the epoch. */
export function nextRenewalTime(chosen: Renewable, now: number): number | undefined {
  const at = renewalTime(chosen);
  return at !== undefined && at > now ? at : undefined;
}

/**
 * Renews sign-ins that expire after a day (docs/api.md, "Authentication"): a permission once granted is not requested
 * again, so the browser goes through the dialog and returns by itself. Each expiry is tried once, and only while the
 * user is present to see the browser act and may be disturbed. If it fails, the user is warned as for any sign-in that
 * expires.
 */
export class Renewals {
  readonly #context: AgentContext;
  readonly #networks: Networks;
  readonly #stored: StoredSignIns;
  /** Expiry times already tried, by network. */
  readonly #tried = new Map<string, number>();
  /** Renewals under way, by network. */
  readonly #underWay = new Map<string, AbortController>();

  constructor(context: AgentContext, networks: Networks, stored: StoredSignIns) {
    this.#context = context;
    this.#networks = networks;
    this.#stored = stored;
  }

  /**
   * Returns the sign-ins to renew now, each once; those held back stay due at the next check.
   * @param all returns all sign-ins, which may change meanwhile
   */
  async due(all: () => readonly ChosenNetwork[]): Promise<ChosenNetwork[]> {
    const isAway = () => this.#context.desktop.presence().state === 'away';
    const due = () => (isAway() ? [] : all().filter((chosen) => this.#isDue(chosen)));
    if (due().length === 0 || (await heldNow(this.#context)) !== undefined) return [];
    const found = due();
    for (const { id, tokenExpiresAt } of found) this.#tried.set(id, tokenExpiresAt!);
    return found;
  }

  /** Renews a sign-in. Resolves with undefined if it failed or was cancelled; never rejects. */
  async renew(chosen: ChosenNetwork): Promise<{ grant: Grant; network: Network } | undefined> {
    const { id } = chosen;
    this.cancel(id);
    const attempt = new AbortController();
    this.#underWay.set(id, attempt);
    const { signal } = attempt;
    try {
      const grant = await this.#grantOf(chosen, signal);
      const network = this.#networks.open(chosen, await this.#stored.neededKey(chosen), grant.accessToken);
      const { accountId } = await identify(network, localeOf(this.#context).words);
      if (signal.aborted) return undefined;
      if (accountId !== chosen.accountId) throw new Error('somebody else is signed in at the network in this browser');
      this.cancel(id);
      return { grant, network };
    } catch (error) {
      if (signal.aborted) return undefined;
      this.cancel(id);
      this.#context.log.warn(`sign-in: the token of ${id} was not renewed: ${errorMessage(error)}`);
      // A warning may be due.
      this.#context.events.emit('state-changed');
      return undefined;
    }
  }

  /** Whether a renewal is under way at a network. */
  isRenewing(id: string): boolean {
    return this.#underWay.has(id);
  }

  /** Cancels a renewal, after another user signed in or the user signed out. */
  cancel(id: string): void {
    this.#underWay.get(id)?.abort();
    this.#underWay.delete(id);
  }

  stop(): void {
    for (const id of this.#underWay.keys()) this.cancel(id);
  }

  #isDue(chosen: ChosenNetwork): boolean {
    const at = renewalTime(chosen);
    return at !== undefined && at <= this.#context.clock.now() && chosen.tokenExpiresAt !== this.#tried.get(chosen.id);
  }

  /** Goes through the dialog in the browser, and returns the token that it grants. */
  async #grantOf(chosen: ChosenNetwork, signal: AbortSignal): Promise<Grant> {
    const dialog = new Dialog(chosen, chosen.signInWay!, this.#context, signal);
    await dialog.prepare();
    signal.throwIfAborted();
    this.#context.log.info(`sign-in: renewing ${chosen.id} in the browser`);
    return new Promise((resolve, reject) => {
      dialog.events.on('granted', resolve);
      dialog.events.on('cancelled', () => this.cancel(chosen.id));
      dialog.events.on('failed', () => reject(new Error('the network or the person said no, or nobody came back')));
      signal.addEventListener('abort', () => reject(new Error('cancelled')), { once: true });
      dialog.start();
    });
  }
}

/**
 * A token without `no_expiry` expires after a day (docs/api.md, "Authentication"); the user is warned this long before.
 */
const WARNING_MS = HOUR_MS;

/**
 * Returns when a warning or the expiry of a token is next due, or undefined if it does not expire. Times in ms since
 * the epoch.
 */
export function nextExpiryTime(expiresAt: number | undefined, now: number): number | undefined {
  if (expiresAt === undefined || expiresAt <= now) return undefined;
  return expiresAt - WARNING_MS > now ? expiresAt - WARNING_MS : expiresAt;
}

/** Returns the condition of a token that expires soon or has expired, otherwise undefined. */
export function expiryCondition(
  networkName: string,
  expiresAt: number | undefined,
  now: number,
): AgentCondition | undefined {
  if (expiresAt === undefined || expiresAt - WARNING_MS > now) return undefined;
  if (expiresAt <= now) return problem('signed-out', conditionText('signedOut', { network: networkName }));
  return warning('signed-out', {
    title: ({ words }) =>
      words('conditions.expires', { network: networkName, time: shortWait(expiresAt - now, words) }),
    advice: ({ words }) => words('conditions.expiresAdvice'),
  });
}

/** Returns the notification about a token's expiry, if one is due. */
export function expiryNotification(
  networkName: string,
  expiresAt: number | undefined,
  now: number,
  locale: Locale,
): NewNotification | undefined {
  const condition = expiryCondition(networkName, expiresAt, now);
  return (
    condition && {
      kind: 'status',
      title: localize(condition.title, locale),
      body: localize(condition.advice, locale),
      count: 1,
      subjects: [],
    }
  );
}

/**
 * Result of revoking a token on signing out. `note`: why it is still valid at the network, and what the user can do.
 */
export interface Revocation {
  ended: boolean;
  note?: string | undefined;
}

/**
 * Revokes a token at its network, so that copies of it are useless. Never rejects: the sign-in is removed here in any
 * case.
 */
export async function revokeToken(
  network: Network | undefined,
  networkName: string,
  log: Log,
  words: Words,
): Promise<Revocation> {
  const named = { network: networkName };
  const not = (why: string): Revocation => ({ ended: false, note: `${why} ${words('signOut.revokeYourself')}` });
  if (!network?.invalidate) return not(words('signOut.noToken', named));
  try {
    await network.invalidate();
    return { ended: true };
  } catch (error) {
    log.warn(`The token could not be revoked: ${String(error)}`);
    const lacks = error instanceof NetworkError && error.kind === 'not-found';
    return not(words(lacks ? 'signOut.cannotRevoke' : 'signOut.revokeFailed', named));
  }
}
