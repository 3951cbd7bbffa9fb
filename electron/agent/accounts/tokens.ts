import { HOUR_MS, MINUTE_MS } from '../../../common/durations.ts';
import { errorMessage } from '../../../common/error-message.ts';
import type { Network } from '../../api/network.ts';
import type { Desktop } from '../../desktop/desktop.ts';
import type { Log } from '../../base/log.ts';
import type { ChosenNetwork } from '../../store/settings.ts';
import { type DialogParts, type Grant, prepareDialog } from './dialog.ts';
import { identify } from './sign-in.ts';
import { comesBackByItself } from './ways.ts';
import type { Notice } from '../../store/events.ts';
import { localize } from '../../../common/i18n/localized-text.ts';
import type { Locale } from '../../../common/i18n/locale.ts';
import { shortWait } from '../../../common/i18n/short-times.ts';
import { type AgentCondition, conditionText } from '../conditions.ts';
import { NetworkError } from '../../api/errors.ts';
import type { Words } from '../../../common/i18n/words.ts';

/**
 * How long before its expiry a token without `no_expiry` is renewed, in ms: early enough that a failed renewal is over
 * before the user is warned (token-expiry.ts).
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

export interface RenewalParts extends DialogParts {
  desktop: DialogParts['desktop'] & Pick<Desktop, 'presence'>;
  log: Log;
  /** Whether the user must not be disturbed now. */
  isSuppressed: () => Promise<boolean>;
  openNetwork: (chosen: ChosenNetwork, accessToken: string) => Promise<Network>;
  /** Called when a renewal failed, so that a warning may be due. */
  onFailed: () => void;
  /** Called when a sign-in has a new token. */
  onRenewed: (chosen: ChosenNetwork, grant: Grant, network: Network) => Promise<void>;
}

/**
 * Renews sign-ins that expire after a day (docs/api.md, "Authentication"): a permission once granted is not requested
 * again, so the browser goes through the dialog and returns by itself. Each expiry is tried once, and only while the
 * user is present to see the browser act and may be disturbed. If it fails, the user is warned as for any sign-in that
 * expires.
 */
export class Renewal {
  readonly #parts: RenewalParts;
  /** Expiry times already tried, by network. */
  readonly #tried = new Map<string, number>();
  /** Renewals under way, by network. */
  readonly #underWay = new Map<string, AbortController>();

  constructor(parts: RenewalParts) {
    this.#parts = parts;
  }

  /** Renews sign-ins that are due; those held back stay due at the next check. */
  async check(all: () => readonly ChosenNetwork[]): Promise<void> {
    const { desktop, isSuppressed } = this.#parts;
    const due = () => (desktop.presence().state === 'away' ? [] : all().filter((chosen) => this.#isDue(chosen)));
    if (due().length === 0 || (await isSuppressed())) return;
    for (const chosen of due()) {
      const { id, tokenExpiresAt } = chosen;
      this.#tried.set(id, tokenExpiresAt!);
      this.cancel(id);
      const attempt = new AbortController();
      this.#underWay.set(id, attempt);
      const { signal } = attempt;
      void this.#begin(chosen, signal).catch((error: unknown) => {
        if (!signal.aborted) this.#failed(chosen, error);
      });
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
    return at !== undefined && at <= this.#parts.clock.now() && chosen.tokenExpiresAt !== this.#tried.get(chosen.id);
  }

  async #begin(chosen: ChosenNetwork, signal: AbortSignal): Promise<void> {
    const failed = (why: unknown) => this.#failed(chosen, why);
    const dialog = await prepareDialog(chosen, chosen.signInWay!, this.#parts, {
      signal,
      grant: (grant) => void this.#complete(chosen, grant, signal).catch(failed),
      cancelled: () => this.cancel(chosen.id),
      change: () => failed('the network or the person said no, or nobody came back'),
    });
    if (signal.aborted) return;
    this.#parts.log.info(`sign-in: renewing ${chosen.id} in the browser`);
    dialog.start();
  }

  async #complete(chosen: ChosenNetwork, grant: Grant, signal: AbortSignal): Promise<void> {
    const network = await this.#parts.openNetwork(chosen, grant.accessToken);
    const { accountId } = await identify(network, this.#parts.locale().words);
    if (signal.aborted) return;
    if (accountId !== chosen.accountId) throw new Error('somebody else is signed in at the network in this browser');
    this.cancel(chosen.id);
    await this.#parts.onRenewed(chosen, grant, network);
  }

  #failed({ id }: ChosenNetwork, why: unknown): void {
    this.cancel(id);
    this.#parts.log.warn(`sign-in: ${id} was not renewed: ${errorMessage(why)}`);
    this.#parts.onFailed();
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
  return expiresAt <= now
    ? { kind: 'signed-out', severity: 'problem', ...conditionText('expired', { network: networkName }) }
    : {
        kind: 'signed-out',
        severity: 'warning',
        title: ({ words }) =>
          words('conditions.expires.title', { network: networkName, time: shortWait(expiresAt - now, words) }),
        advice: ({ words }) => words('conditions.expires.advice'),
      };
}

/** Returns the notification about a token's expiry, if one is due. */
export function expiryNotice(
  networkName: string,
  expiresAt: number | undefined,
  now: number,
  locale: Locale,
): Notice | undefined {
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
    log.warn(`The network could not end the token: ${String(error)}`);
    const lacks = error instanceof NetworkError && error.kind === 'not-found';
    return not(words(lacks ? 'signOut.cannotRevoke' : 'signOut.revokeFailed', named));
  }
}
