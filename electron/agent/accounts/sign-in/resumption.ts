import type { Locale } from '../../../../common/i18n/locale.ts';
import type { Log } from '../../../base/log.ts';
import type { History } from '../../../store/history.ts';
import type { ChosenNetwork } from '../../../store/settings.ts';
import type { AgentCondition } from '../../conditions.ts';
import { UserFacingError } from '../../user-facing-error.ts';
import type { NetworkOpener } from '../network-opener.ts';
import { needsKey } from '../networks.ts';
import type { SignedIn } from '../signed-in.ts';
import type { StoredSignIns } from '../stored-sign-ins.ts';

export interface ResumptionParts {
  history: History;
  locale: () => Locale;
  log: Log;
}

/** A resumed sign-in with the condition that prevents requests, if any; or a user who signed out. */
export type Resumed = { signedIn: SignedIn; condition: AgentCondition | undefined } | { left: SignedIn };

/** Resumes stored sign-ins. */
export class Resumption {
  readonly #parts: ResumptionParts;
  readonly #stored: StoredSignIns;
  readonly #opener: NetworkOpener;

  constructor(parts: ResumptionParts, stored: StoredSignIns, opener: NetworkOpener) {
    this.#parts = parts;
    this.#stored = stored;
    this.#opener = opener;
  }

  /** Finds the last user at a network, and opens it if the token was stored. */
  async resume(id: string): Promise<Resumed | undefined> {
    const chosen = this.#stored.network(id);
    if (!chosen) return undefined;
    const { history, locale } = this.#parts;
    const { accountId, lastAccountId } = chosen;
    if (accountId === undefined) {
      const profile = lastAccountId === undefined ? undefined : history.lastProfile(id, lastAccountId);
      return profile && { left: { chosen, network: undefined, profile } };
    }
    // A history that was reset does not know the user, though the sign-in is still valid.
    const profile =
      history.lastProfile(chosen.id, accountId) ??
      history.profile({ network: chosen.id, accountId, displayName: locale().words('signIn.you') });
    const [token, key] = [await this.#stored.token(id), await this.#stored.key(id)];
    if (token === undefined || (key === undefined && needsKey(chosen)))
      return { signedIn: { chosen, network: undefined, profile }, condition: undefined };
    const { condition, ...connected } = await this.#reconnect(chosen, key, token);
    return { signedIn: { ...connected, profile }, condition };
  }

  /** Opens a network with a stored token. If its address is not available, returns a condition instead of `network`. */
  async #reconnect(
    chosen: ChosenNetwork,
    key: string | undefined,
    token: string,
  ): Promise<Omit<SignedIn, 'profile'> & { condition: AgentCondition | undefined }> {
    try {
      const addressed = await this.#opener.resolveAddress(chosen);
      return { chosen: addressed, network: this.#opener.open(addressed, key, token), condition: undefined };
    } catch (error) {
      if (!(error instanceof UserFacingError)) throw error;
      this.#parts.log.error(`${error.message} ${String(error.cause)}`);
      const { why: title, advice } = error;
      return {
        chosen,
        network: undefined,
        condition: { kind: 'demo-network-failed', severity: 'problem', title, advice },
      };
    }
  }
}
