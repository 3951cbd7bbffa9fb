import type { Words } from '../../../common/i18n/words.ts';
import type { NetworkUser } from '../../../common/resources.ts';
import { errorMessage } from '../../../common/error-message.ts';
import { NetworkError, type Network } from '../../api/network.ts';
import type { ChosenNetwork } from '../../store/settings.ts';
import { localeOf, type AgentContext } from '../context.ts';
import { accountFacts, knownSites } from '../sources/sites-source.ts';
import { failureWords, userFacingError, UserFacingError } from '../user-facing-error.ts';
import { walkDialog } from './demo-network.ts';
import { Dialog, type Grant } from './dialog.ts';
import type { Networks, SignedIn } from './networks.ts';
import { needsKey, type StoredSignIns } from './stored-sign-ins.ts';
import { findRefusedWays, meansOf, planWays, SIGN_IN_WAYS, type SignInWay, type WayPlan } from './ways.ts';

/** Goes through a dialog in the user's place; returns the address at which it ends. */
export type Walk = (dialogUrl: string) => Promise<string>;

/** Start of a sign-in. */
export interface SignInStart {
  chosen: ChosenNetwork;
  key: string | undefined;
  /** Whether the key was read from the secret store and stays there unchanged: an unreadable key is not deleted. */
  isKeyStored?: boolean | undefined;
  walk?: Walk | undefined;
}

/** A sign-in that was granted, with the user that the token belongs to. */
export interface CompletedSignIn extends SignInStart {
  grant: Grant;
  identity: Identity;
  network: Network;
}

/** One sign-in: opens a network's dialog and waits until it is granted or cancelled. */
export class SignIn {
  readonly #context: AgentContext;
  readonly #networks: Networks;
  readonly #start: SignInStart;
  /** Whether the demo network uses the user's browser for signing in. */
  readonly #isDemoInBrowser: boolean;
  /** With the addresses, once they are known. */
  #chosen: ChosenNetwork;
  /** Aborted when the way that is tried is over: it succeeded, was cancelled, or another is tried. */
  #attempt = new AbortController();
  #dialog: Dialog | undefined;
  /** The dialog whose grant is being completed. */
  #granted: Dialog | undefined;
  /** The remaining ways, should this one fail. */
  #otherWays: readonly SignInWay[] = [];
  #identified = Promise.withResolvers<CompletedSignIn | undefined>();
  readonly #outcome = Promise.withResolvers<void>();

  constructor(context: AgentContext, networks: Networks, start: SignInStart, isDemoInBrowser: boolean) {
    this.#context = context;
    this.#networks = networks;
    this.#start = start;
    this.#chosen = start.chosen;
    this.#isDemoInBrowser = isDemoInBrowser;
  }

  /** Returns what a new dialog at this network would start with; undefined if none is open. */
  current(): SignInStart | undefined {
    const { key, isKeyStored } = this.#start;
    return this.#dialog && { chosen: this.#chosen, key, isKeyStored };
  }

  /** Returns the open dialog, as the window shows it. */
  state() {
    return (
      this.#dialog && {
        dialogUrl: this.#dialog.url,
        problem: this.#dialog.problem,
        hasWrongDetails: this.#dialog.hasWrongDetails,
        means: meansOf(this.#dialog.way),
        hasOtherWay: this.#otherWays.length > 0,
        network: this.#chosen,
      }
    );
  }

  /** Resolves when the sign-in has succeeded, met a problem or been cancelled. */
  outcome(): Promise<void> {
    return this.#outcome.promise;
  }

  /** Resolves with the sign-in once its user is known; undefined if it is over. */
  identified(): Promise<CompletedSignIn | undefined> {
    return this.#identified.promise;
  }

  /**
   * Opens the dialog by the best available way.
   * @throws UserFacingError if the network cannot be reached
   */
  open(): Promise<void> {
    return this.#try(async (signal) => {
      this.#chosen = await this.#networks.resolveAddress(this.#start.chosen);
      if (signal.aborted) return;
      const plan = await this.#plan(this.#chosen);
      if (signal.aborted) return;
      this.#context.log.info(`sign-in: ${plan.why}`);
      await this.#open(plan.ways, this.#start.walk, signal);
    });
  }

  /**
   * Continues with the next way after the current one failed.
   * @throws UserFacingError if there is none
   */
  async tryAnotherWay(): Promise<void> {
    if (!this.#dialog || this.#otherWays.length === 0) throw userFacingError('noDialog');
    const ways = this.#otherWays;
    this.#close();
    await this.#try((signal) => this.#open(ways, undefined, signal));
  }

  /**
   * Takes the address, fragment or token that the user pasted.
   * @throws UserFacingError if no dialog is open
   */
  paste(text: string): void {
    if (!this.#dialog) throw userFacingError('noDialog');
    this.#dialog.paste(text);
  }

  /**
   * Reads the open dialog's result from the clipboard and ignores other content. Returns whether it was found. Called
   * only if the user allowed it.
   */
  async takeFromClipboard(): Promise<boolean> {
    if (!this.#dialog) return false;
    const text = await this.#context.desktop.readClipboard?.();
    return text !== undefined && (this.#dialog?.offer(text) ?? false);
  }

  /** Reports an error after the user was known, and waits for another grant. */
  reject(why: unknown): void {
    this.#identified = Promise.withResolvers();
    if (this.#attempt.signal.aborted) return this.#identified.resolve(undefined);
    this.#dialog = this.#granted;
    this.#dialog?.reject(why);
  }

  /** Ends the sign-in, even before its dialog is open. */
  end(): void {
    this.#close();
    this.#identified.resolve(undefined);
    this.#outcome.resolve();
  }

  #close(): void {
    this.#attempt.abort();
    this.#dialog = undefined;
  }

  /** Tries a way. Its error is ignored once it was cancelled. */
  async #try(open: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.#attempt = new AbortController();
    const { signal } = this.#attempt;
    await open(signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }

  /** Returns the ways available at this network: known for some networks, probed at others before the first sign-in. */
  async #plan(chosen: ChosenNetwork): Promise<WayPlan> {
    const { desktop, fetch } = this.#context;
    const isOwnDemo = chosen.kind === 'demo' && !this.#isDemoInBrowser;
    const facts = {
      usesWindow: isOwnDemo && desktop.authorize !== undefined,
      hasDeepLinks: desktop.opensDeepLinks,
      worked: chosen.kind === 'demo' ? undefined : chosen.signInWay,
      refused: new Set<SignInWay>(isOwnDemo ? SIGN_IN_WAYS : []),
    };
    if (chosen.kind !== 'other' || facts.worked !== undefined) return planWays(facts);
    const possible = planWays(facts).ways;
    const refused = await findRefusedWays(chosen, possible, fetch).catch((error: unknown) => {
      if (!(error instanceof NetworkError)) throw error;
      throw new UserFacingError(
        (locale) => failureWords(error.kind, locale),
        ({ words }) => words('signIn.checkSignInAddress'),
        error,
      );
    });
    return planWays({ ...facts, refused });
  }

  /** Opens the dialog by the first of these ways that can be prepared. */
  async #open(ways: readonly SignInWay[], walk: Walk | undefined, signal: AbortSignal): Promise<void> {
    const [way = 'implicit', ...otherWays] = ways;
    const dialog = new Dialog(this.#chosen, way, this.#context, signal);
    try {
      await dialog.prepare();
    } catch (error) {
      if (signal.aborted || otherWays.length === 0) throw error;
      this.#context.log.warn(`sign-in: ${way} failed: ${errorMessage(error)}`);
      return this.#open(otherWays, walk, signal);
    }
    if (signal.aborted) return;
    dialog.events.on('granted', (grant) => void this.#identify(dialog, grant, signal));
    dialog.events.on('cancelled', () => {
      this.end();
      this.#context.events.emit('state-changed');
    });
    dialog.events.on('failed', () => {
      this.#context.events.emit('state-changed');
      this.#outcome.resolve();
    });
    this.#dialog = dialog;
    this.#otherWays = otherWays;
    this.#context.events.emit('state-changed');
    dialog.start(walk ?? this.#demoWalk());
  }

  /**
   * Without a window for dialogs, Askbell goes through the demo network's dialog itself, so that one click is enough.
   */
  #demoWalk(): Walk | undefined {
    const { desktop, fetch } = this.#context;
    if (this.#chosen.kind !== 'demo' || this.#isDemoInBrowser || desktop.authorize !== undefined) return undefined;
    return (dialogUrl) => walkDialog(dialogUrl, fetch);
  }

  /**
   * Identifies the user of a granted token. A grant belongs to the dialog it came from, whatever was started since.
   */
  async #identify(dialog: Dialog, grant: Grant, signal: AbortSignal): Promise<void> {
    if (this.#dialog !== dialog) return;
    const { key, isKeyStored } = this.#start;
    try {
      // Without the stored place of credentials, so that signing in corrects a wrong one.
      const asked = { ...this.#chosen, foundCredentialsIn: undefined };
      const network = this.#networks.open(asked, key, grant.accessToken);
      const identity = await identify(network, localeOf(this.#context).words);
      if (this.#dialog !== dialog) return;
      this.#dialog = undefined;
      this.#granted = dialog;
      const chosen = { ...this.#chosen, signInWay: dialog.way === 'window' ? undefined : dialog.way };
      this.#identified.resolve({ chosen, key, isKeyStored, grant, identity, network });
    } catch (error) {
      if (!signal.aborted) dialog.reject(error);
    }
  }
}

/**
 * Returns the last user at a network, with access if the token was stored and the network can be opened; undefined if
 * nobody has signed in there.
 */
export async function resumeSignIn(
  chosen: ChosenNetwork,
  context: AgentContext,
  networks: Networks,
  stored: StoredSignIns,
): Promise<SignedIn | undefined> {
  const { history, log } = context;
  const { id, accountId, lastAccountId } = chosen;
  if (accountId === undefined) {
    const left = lastAccountId === undefined ? undefined : history.lastProfile(id, lastAccountId);
    return left && { chosen, network: undefined, profile: left };
  }
  // A history that was reset does not know the user, though the sign-in is still valid.
  const profile =
    history.lastProfile(id, accountId) ??
    history.profile({ network: id, accountId, displayName: localeOf(context).words('signIn.you') });
  const [token, key] = [await stored.token(id), await stored.key(id)];
  const withoutAccess = { chosen, network: undefined, profile };
  if (token === undefined || (key === undefined && needsKey(chosen))) return withoutAccess;
  try {
    const addressed = await networks.resolveAddress(chosen);
    return { chosen: addressed, network: networks.open(addressed, key, token), profile };
  } catch (error) {
    if (!(error instanceof UserFacingError)) throw error;
    log.error(`${error.message} ${String(error.cause)}`);
    return withoutAccess;
  }
}

/** The user that a token belongs to. */
export interface Identity {
  accountId: number;
  displayName: string;
  profileImage?: string | undefined;
}

/**
 * Requests the user that the token belongs to, with a placeholder if the network reports no name.
 * @throws NetworkError if a request fails
 * @throws UserFacingError if the token belongs to no user
 */
export async function identify(network: Network, words: Words): Promise<Identity> {
  const accounts = (await network.associated({ pagesize: 100 })).items;
  const [first] = accounts;
  if (!first) throw userFacingError('knowsNobody');
  // A missing name must not make the sign-in fail.
  const me = await findProfile(network, accounts).catch((error: unknown) => {
    if (!(error instanceof NetworkError)) throw error;
  });
  const displayName = me?.display_name ?? words('signIn.you');
  return { accountId: first.account_id, displayName, profileImage: me?.profile_image };
}

async function findProfile(network: Network, accounts: NetworkUser[]) {
  const known = knownSites((await network.sites({ page: 1, pagesize: 100 })).items);
  // The name is requested from a site that the API lists: an account may be on a site that is closed or new.
  const facts = accountFacts(accounts, known);
  const site = (facts.find((fact) => known.some(({ id }) => id === fact.site.id)) ?? facts[0])!.site.id;
  return (await network.me({ site })).items[0];
}
