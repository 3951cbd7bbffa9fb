import type { Credentials, Fetch, Network, RequestObserver } from '../../api/network.ts';
import { errorMessage, errorStack } from '../../../common/error-message.ts';
import { NetworkError } from '../../api/errors.ts';
import type { Log } from '../../base/log.ts';
import type { ChosenNetwork } from '../../store/settings.ts';
import { userFacingError, UserFacingError } from '../user-facing-error.ts';
import { type DemoHost, walkDialog } from './demo-network.ts';
import { type Dialog, type DialogParts, type Grant, prepareDialog } from './dialog.ts';
import {
  describePlan,
  findRefusedWays,
  meansOf,
  planWays,
  SIGN_IN_WAYS,
  type SignInWay,
  type WayPlan,
} from './ways.ts';
import type { Clock } from '../../base/clock.ts';
import { needsKey, openNetwork, type SignedIn } from './networks.ts';
import type { StoredSignIns } from './stored-sign-ins.ts';
import type { Locale } from '../../../common/i18n/locale.ts';
import type { History } from '../../store/history.ts';
import type { AgentCondition } from '../conditions.ts';
import type { Words } from '../../../common/i18n/words.ts';
import type { NetworkUser } from '../../../common/resources.ts';
import { accountFacts, knownSites } from '../sources/sites-source.ts';

/** The key of a sign-in. */
export interface KeyToUse {
  key: string | undefined;
  /** Whether the key was read from the secret store and stays there unchanged: an unreadable key is not deleted. */
  isKeyStored?: boolean | undefined;
}

/** A sign-in under way: the network, its key and its dialog. */
interface OpenDialog extends KeyToUse {
  chosen: ChosenNetwork;
  dialog: Dialog;
  /** The remaining ways, should this one fail. */
  otherWays: readonly SignInWay[];
}

/** A successful sign-in. */
export interface CompletedSignIn extends KeyToUse {
  chosen: ChosenNetwork;
  grant: Grant;
  identity: Identity;
  network: Network;
}

export interface SignInFlowParts extends DialogParts {
  desktop: DialogParts['desktop'] & { readonly opensDeepLinks: boolean; readClipboard?(): Promise<string> };
  log: Log;
  /** Whether the demo network uses the user's browser for signing in. */
  isDemoInBrowser: boolean;
  /** Returns a chosen network with its addresses; rejects if they are not available. */
  resolveAddress: (chosen: ChosenNetwork) => Promise<ChosenNetwork>;
  openNetwork: (chosen: ChosenNetwork, key: string | undefined, accessToken: string) => Network;
  /** Called when a network's dialog has opened. */
  onOpened: (networkId: string) => void;
  onCompleted: (signIn: CompletedSignIn) => Promise<void>;
  /** Called when the result of `current` has changed. */
  onChange: () => void;
}

/** Start of a sign-in. */
export interface SignInStart extends KeyToUse {
  chosen: ChosenNetwork;
  /** Goes through the dialog in the user's place; returns the address at which it ends. */
  walk?: ((dialogUrl: string) => Promise<string>) | undefined;
}

/** Opens a network's dialog and waits until it is granted or cancelled. There is at most one sign-in at a time. */
export class SignInFlow {
  readonly #parts: SignInFlowParts;
  #current: OpenDialog | undefined;
  /** Aborted when the latest sign-in is over: it succeeded, was cancelled or was replaced. */
  #attempt = new AbortController();
  /** Resolves when the latest sign-in has succeeded, met a problem or been cancelled. */
  #outcome = Promise.withResolvers<void>();
  #isStopped = false;

  constructor(parts: SignInFlowParts) {
    this.#parts = parts;
  }

  /** Returns the sign-in whose dialog is open. */
  current(): OpenDialog | undefined {
    return this.#current;
  }

  /** Returns the sign-in whose dialog is open, as the window shows it. */
  signingIn() {
    const current = this.#current;
    return (
      current && {
        dialogUrl: current.dialog.url,
        problem: current.dialog.problem(),
        hasWrongDetails: current.dialog.hasWrongDetails(),
        means: meansOf(current.dialog.way),
        hasOtherWay: current.otherWays.length > 0,
        network: current.chosen,
      }
    );
  }

  /** Resolves when the latest sign-in has succeeded, failed or been cancelled. */
  outcome(): Promise<void> {
    return this.#outcome.promise;
  }

  /**
   * Opens a network's dialog by the best available way, replacing any other sign-in.
   * @throws UserFacingError if the network cannot be reached
   */
  begin({ chosen, ...start }: SignInStart): Promise<void> {
    return this.#startAnew(async (signal) => {
      const addressed = await this.#parts.resolveAddress(chosen);
      if (signal.aborted) return;
      const plan = await this.#plan(addressed);
      if (signal.aborted) return;
      this.#parts.log.info(`sign-in: ${describePlan(plan)}`);
      const ways = plan.ways.map(({ way }) => way);
      await this.#open({ chosen: addressed, ...start }, ways, signal);
    });
  }

  /**
   * Continues with the next way after the current one failed.
   * @throws UserFacingError if there is none
   */
  async tryAnotherWay(): Promise<void> {
    const current = this.#current;
    if (!current || current.otherWays.length === 0) throw userFacingError('noDialog');
    const { chosen, key, isKeyStored, otherWays } = current;
    await this.#startAnew((signal) => this.#open({ chosen, key, isKeyStored }, otherWays, signal));
  }

  /**
   * Takes the address, fragment or token that the user pasted.
   * @throws UserFacingError if no dialog is open
   */
  paste(text: string): void {
    if (!this.#current) throw userFacingError('noDialog');
    this.#current.dialog.paste(text);
  }

  /**
   * Reads the open dialog's result from the clipboard and ignores other content. Returns whether it was found. Called
   * only if the user allowed it.
   */
  async takeFromClipboard(): Promise<boolean> {
    if (!this.#current) return false;
    const text = await this.#parts.desktop.readClipboard?.();
    return text !== undefined && (this.#current?.dialog.offer(text) ?? false);
  }

  /** Cancels the sign-in, even before its dialog is open. */
  cancel(): void {
    this.#end();
    this.#parts.onChange();
  }

  /** Cancels the sign-in and starts no other, before the app quits. */
  stop(): void {
    this.#isStopped = true;
    this.#end();
  }

  /** Starts a sign-in in place of any other. Its error is ignored once it was cancelled. */
  async #startAnew(start: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.#end();
    if (this.#isStopped) return;
    this.#attempt = new AbortController();
    this.#outcome = Promise.withResolvers();
    const { signal } = this.#attempt;
    await start(signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }

  #end(): void {
    this.#attempt.abort();
    this.#current = undefined;
    this.#outcome.resolve();
  }

  /** Returns the ways available at this network: known for some networks, probed at others before the first sign-in. */
  async #plan(chosen: ChosenNetwork): Promise<WayPlan> {
    const { desktop, fetch, isDemoInBrowser } = this.#parts;
    const isOwnDemo = chosen.kind === 'demo' && !isDemoInBrowser;
    const facts = {
      usesWindow: isOwnDemo && desktop.authorize !== undefined,
      hasDeepLinks: desktop.opensDeepLinks,
      worked: chosen.kind === 'demo' ? undefined : chosen.signInWay,
      refused: new Set<SignInWay>(isOwnDemo ? SIGN_IN_WAYS : []),
    };
    if (chosen.kind !== 'other' || facts.worked !== undefined) return planWays(facts);
    const possible = planWays(facts).ways.map(({ way }) => way);
    const refused = await findRefusedWays(chosen, possible, fetch).catch((error: unknown) => {
      if (!(error instanceof NetworkError)) throw error;
      throw new UserFacingError(
        ({ words }) => words(`errors.network.${error.kind}`),
        ({ words }) => words('signIn.checkSignInAddress'),
        error,
      );
    });
    return planWays({ ...facts, refused });
  }

  /** Opens the dialog by the first of these ways that can be prepared. */
  async #open(start: SignInStart, ways: readonly SignInWay[], signal: AbortSignal): Promise<void> {
    const { chosen, key, isKeyStored, walk } = start;
    const [way = 'implicit', ...otherWays] = ways;
    const preparing = prepareDialog(chosen, way, this.#parts, {
      signal,
      grant: (grant) => void this.#complete(opened, grant, signal),
      cancelled: () => this.cancel(),
      change: () => this.#changed(),
    });
    const dialog = await preparing.catch((error: unknown) => {
      if (signal.aborted || otherWays.length === 0) throw error;
      this.#parts.log.warn(`sign-in: not ${way}: ${errorMessage(error)}`);
    });
    if (signal.aborted) return;
    if (!dialog) return this.#open(start, otherWays, signal);
    const opened: OpenDialog = { chosen, key, isKeyStored, dialog, otherWays };
    this.#current = opened;
    this.#parts.onOpened(chosen.id);
    dialog.start(walk ?? this.#demoWalk(chosen));
  }

  /**
   * Without a window for dialogs, Askbell goes through the demo network's dialog itself, so that one click is enough.
   */
  #demoWalk(chosen: ChosenNetwork): SignInStart['walk'] {
    const { desktop, fetch, isDemoInBrowser } = this.#parts;
    if (chosen.kind !== 'demo' || isDemoInBrowser || desktop.authorize !== undefined) return undefined;
    return (dialogUrl) => walkDialog(dialogUrl, fetch);
  }

  #changed(): void {
    this.#parts.onChange();
    this.#outcome.resolve();
  }

  /**
   * Identifies the user of a granted token and completes the sign-in. A grant belongs to the dialog it came from,
   * whatever was started since.
   */
  async #complete(from: OpenDialog, grant: Grant, signal: AbortSignal): Promise<void> {
    if (this.#current !== from) return;
    const { chosen, key, isKeyStored, dialog } = from;
    try {
      const network = this.#parts.openNetwork(chosen, key, grant.accessToken);
      const identity = await identify(network, this.#parts.locale().words);
      if (this.#current !== from) return;
      this.#current = undefined;
      const signInWay = dialog.way === 'window' ? undefined : dialog.way;
      const completed = { chosen: { ...chosen, signInWay }, key, isKeyStored, grant, identity, network };
      await this.#parts.onCompleted(completed).catch((error: unknown) => {
        this.#parts.log.error(`sign-in: ${errorStack(error)}`);
        throw userFacingError('signInNotSaved', error);
      });
      if (!signal.aborted) this.#end();
    } catch (error) {
      if (signal.aborted) return;
      this.#current = from;
      dialog.reject(error);
    }
  }
}

export interface NetworkOpenerParts {
  fetch: Fetch;
  clock: Clock;
  random: () => number;
  log: Log;
  /** Returns the counter of requests to a network and of its responses. */
  traffic: (networkId: string) => RequestObserver;
}

/** Opens networks with the credentials of a sign-in. */
export class NetworkOpener {
  readonly #parts: NetworkOpenerParts;
  readonly #stored: StoredSignIns;
  readonly #demo: DemoHost;

  constructor(parts: NetworkOpenerParts, stored: StoredSignIns, demo: DemoHost) {
    this.#parts = parts;
    this.#stored = stored;
    this.#demo = demo;
  }

  /**
   * Returns a network with its current address: the demo network's is known once it runs.
   * @throws UserFacingError if the demo network cannot be started
   */
  async resolveAddress(chosen: ChosenNetwork): Promise<ChosenNetwork> {
    return chosen.kind === 'demo' ? { ...chosen, ...(await this.#demo.address(chosen)) } : chosen;
  }

  /** Returns the last address of the demo network, if it was ever chosen. */
  lastDemoAddress(): Partial<Pick<ChosenNetwork, 'apiBaseUrl' | 'authUrl'>> {
    const before = this.#stored.network('demo');
    return before ? { apiBaseUrl: before.apiBaseUrl, authUrl: before.authUrl } : {};
  }

  /** Opens a network with the token of a user. */
  open(chosen: ChosenNetwork, key: string | undefined, accessToken: string): Network {
    return this.#open(chosen, { ...(key !== undefined && { key }), accessToken });
  }

  /**
   * Checks a key by a request without the token: beside a token in a header the key is not sent, so the network would
   * not check it.
   * @throws NetworkError if the network refuses the key or cannot be reached
   */
  async checkKey(chosen: ChosenNetwork, key: string): Promise<void> {
    // The key is sent where this network is known to read it: elsewhere a wrong key might be ignored.
    const credentialsIn = chosen.credentialsIn ?? chosen.foundCredentialsIn;
    const network = this.#open({ ...chosen, ...(credentialsIn && { credentialsIn }) }, { key });
    await network.sites({ page: 1, pagesize: 1 }).catch((error: unknown) => {
      // The network cannot distinguish a wrong key in a header from a wrong token; this was a key.
      if (!(error instanceof NetworkError) || error.kind !== 'token-rejected') throw error;
      const { said } = error;
      throw new NetworkError('bad-key', 'The network does not know the key.', { said, cause: error });
    });
  }

  #open(chosen: ChosenNetwork, credentials: Credentials): Network {
    return openNetwork(chosen, credentials, this.#parts, this.#parts.traffic(chosen.id));
  }
}

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
