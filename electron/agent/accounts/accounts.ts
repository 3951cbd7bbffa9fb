import type { Fetch, RequestObserver, ResponseReport } from '../../api/network.ts';
import type { Account } from './account.ts';
import { type BuiltInClients, networkFromChoice, networkName, type SignedIn } from './networks.ts';
import { parseScopedId } from '../scoped-id.ts';
import { userFacingError } from '../user-facing-error.ts';
import type { SyncRequest } from '../scheduler/sync.ts';
import type { Clock } from '../../base/clock.ts';
import { errorStack } from '../../../common/error-message.ts';
import type { NetworkChoice, NetworkKind } from '../../../common/contract/contract.ts';
import type { DemoOptions, Desktop } from '../../desktop/desktop.ts';
import type { Log } from '../../base/log.ts';
import type { History } from '../../store/history.ts';
import type { SettingsStore } from '../../store/settings.ts';
import type { Locale } from '../../../common/i18n/locale.ts';
import type { AgentCondition } from '../conditions.ts';
import type { AgentEvents, Emitter } from '../context.ts';
import { DemoHost } from './demo-network.ts';
import type { Grant } from './dialog.ts';
import { Renewal, type Revocation, revokeToken } from './tokens.ts';
import { type CompletedSignIn, NetworkOpener, Resumption, SignInFlow } from './sign-in.ts';
import type { AnnouncedAccounts } from '../notifications/announced-accounts.ts';
import { heldNow } from '../notifications/quiet.ts';
import { StoredSignIns } from './stored-sign-ins.ts';

export interface AccountsParts {
  session: Pick<Session, 'all' | 'at' | 'left' | 'leftAt'>;
  create: (signedIn: SignedIn, alreadySent: number) => Account;
  announced: AnnouncedAccounts;
  /** Called after an account was added (then it is passed) or removed. */
  onReplaced: (account: Account | undefined) => Promise<void>;
}

/** The accounts of all signed-in users, each with its own poller. */
export class Accounts {
  readonly #parts: AccountsParts;
  readonly #accounts = new Map<string, Account>();
  /**
   * Accounts whose user signed out. They are never started, so no request is sent for them; their history can be read.
   */
  readonly #left = new Map<string, Account>();
  /** Requests of a sign-in that no account has counted yet, and responses to them that set a backoff. */
  readonly #uncounted = new Map<string, { sent: number; backoffs: ResponseReport[] }>();
  /** The latest replacement, settled whether or not it succeeds. */
  #replacing: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(parts: AccountsParts) {
    this.#parts = parts;
  }

  /**
   * Replaces the account at a network, after any earlier replacement. A failed one does not block those that follow.
   */
  replace(id: string, signedIn: SignedIn | undefined): Promise<void> {
    const replaced = this.#replacing.then(() => this.#replaceNow(id, signedIn));
    this.#replacing = replaced.catch(() => undefined);
    return replaced;
  }

  /** Counts requests to a network: with its poller, or until the account exists. */
  traffic(id: string): RequestObserver {
    const poller = () => this.#accounts.get(id)?.poller;
    const uncounted = () => {
      const found = this.#uncounted.get(id) ?? { sent: 0, backoffs: [] };
      this.#uncounted.set(id, found);
      return found;
    };
    return {
      sent: () => {
        const counting = poller();
        if (counting) counting.sent();
        else uncounted().sent += 1;
      },
      answered: (facts) => {
        const counting = poller();
        if (counting) counting.answered(facts);
        else if (facts.backoffUntil !== undefined) uncounted().backoffs.push(facts);
      },
      blockedUntil: (method) => poller()?.blockedUntil(method),
    };
  }

  /** Returns the accounts of signed-in users, in the order of their first sign-in. */
  all(): Account[] {
    return this.#parts.session.all().flatMap(({ chosen }) => this.#accounts.get(chosen.id) ?? []);
  }

  /** Returns the accounts whose history is listed: those signed in or, if there are none, those signed out. */
  listed(): Account[] {
    return [...this.all(), ...this.left()];
  }

  /**
   * Returns the listed accounts.
   * @throws UserFacingError if there are none
   */
  readable(): Account[] {
    const listed = this.listed();
    if (listed.length === 0) throw userFacingError('nobody');
    return listed;
  }

  /** Returns the accounts whose user signed out; empty while any user is signed in. */
  left(): Account[] {
    if (this.all().length > 0) return [];
    return this.#parts.session.left().flatMap(({ chosen }) => this.#left.get(chosen.id) ?? []);
  }

  /**
   * Returns the accounts of signed-in users.
   * @throws UserFacingError if there are none
   */
  required(): Account[] {
    const all = this.all();
    if (all.length === 0) throw userFacingError('nobody');
    return all;
  }

  /** Returns the account with an id, if its history is listed. */
  readableAt(id: string): Account | undefined {
    return this.listed().find((account) => account.id === id);
  }

  get(id: string): Account | undefined {
    return this.#accounts.get(id);
  }

  /** Requests polls of all accounts' streams, as soon as the rules allow. */
  pollAll(how: SyncRequest): void {
    for (const { poller } of this.all()) poller?.wantAll(how);
  }

  /**
   * Returns the account that a scoped id belongs to, and the unscoped id. An id without an account belongs to the
   * first.
   */
  find(qualifiedId: string): { account: Account; id: string } | undefined {
    const named = parseScopedId(qualifiedId);
    const own = named.account === undefined ? undefined : this.readableAt(named.account);
    if (own) return { account: own, id: named.id };
    const [first] = this.listed();
    return first && { account: first, id: qualifiedId };
  }

  /**
   * Returns the same as `find`.
   * @throws UserFacingError if no account is listed
   */
  owner(qualifiedId: string): { account: Account; id: string } {
    const found = this.find(qualifiedId);
    if (!found) throw userFacingError('nobody');
    return found;
  }

  /** Stops all accounts before the app quits. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#replacing;
    await Promise.all([...this.#accounts.values()].map((account) => account.stop()));
  }

  /** Makes the history of a signed-out user readable, or removes it if a user has signed in again. */
  #replaceLeft(id: string): void {
    const left = this.#parts.session.leftAt(id);
    if (left) this.#left.set(id, this.#parts.create(left, 0));
    else this.#left.delete(id);
  }

  /**
   * Stops and removes the account at a network. Creates the new one, unless a later sign-in or sign-out has overtaken
   * it.
   */
  async #replaceNow(id: string, signedIn: SignedIn | undefined): Promise<void> {
    if (this.#isStopped) return;
    const leaving = this.#accounts.get(id);
    try {
      await leaving?.stop();
      if (leaving) this.#parts.announced.remove(leaving);
    } finally {
      this.#accounts.delete(id);
    }
    let account: Account | undefined;
    if (signedIn && this.#parts.session.at(id) === signedIn) {
      const uncounted = this.#uncounted.get(id);
      account = this.#parts.create(signedIn, uncounted?.sent ?? 0);
      // Only the backoff: the server's time would be compared with a later local time.
      for (const { method, at, sentAt, took, isGood, backoffUntil } of uncounted?.backoffs ?? [])
        account.poller?.answered({ method, at, sentAt, took, isGood, backoffUntil });
      if (account.poller) this.#uncounted.delete(id);
      this.#accounts.set(id, account);
      this.#parts.announced.add(account);
    }
    this.#replaceLeft(id);
    await this.#parts.onReplaced(account);
  }
}

export interface SessionParts {
  desktop: Desktop;
  settings: SettingsStore;
  history: History;
  clock: Clock;
  random: () => number;
  fetch: Fetch;
  log: Log;
  events: Emitter<AgentEvents>;
  locale: () => Locale;
  builtInClients: BuiltInClients;
  /** Path of the demo network's data. */
  demoFile: string;
  demoSpeed: number;
  demoLike: DemoOptions['like'];
  /** Returns the counter of requests to a network and of its responses. */
  traffic: (networkId: string) => RequestObserver;
  /** Called after a user signed in, signed in again, or signed out at a network. */
  onReplaced: (networkId: string, signedIn: SignedIn | undefined) => Promise<void>;
}

/** Way of sign-ins from before ways were stored: their application is registered for this one. */
const WAY_OF_OLDER_SIGN_INS = 'implicit';

/** Signs in and out at several networks, and stores sign-ins across restarts. Tokens and keys are handled here only. */
export class Session {
  readonly #parts: SessionParts;
  readonly #signedIn = new Map<string, SignedIn>();
  /** Signed-out users by network id: without access, but with a history. */
  readonly #signedOut = new Map<string, SignedIn>();
  readonly #conditions = new Map<string, AgentCondition>();
  readonly #stored: StoredSignIns;
  readonly #demo: DemoHost;
  readonly #opener: NetworkOpener;
  readonly #resumption: Resumption;
  readonly #flow: SignInFlow;
  readonly #renewal: Renewal;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#stored = new StoredSignIns({ ...parts, secrets: parts.desktop.secrets });
    this.#demo = new DemoHost({
      ...parts,
      isWanted: () => this.#signedIn.has('demo') && !this.#isSigningInAtDemo(),
      onRestart: () => this.#resumeOne('demo'),
    });
    this.#opener = new NetworkOpener(parts, this.#stored, this.#demo);
    this.#resumption = new Resumption(parts, this.#stored, this.#opener);
    this.#flow = new SignInFlow({
      ...parts,
      isDemoInBrowser: parts.demoLike === 'public',
      resolveAddress: (chosen) => this.#opener.resolveAddress(chosen),
      // Without the stored place of credentials, so that signing in corrects a wrong one.
      openNetwork: (chosen, key, accessToken) =>
        this.#opener.open({ ...chosen, foundCredentialsIn: undefined }, key, accessToken),
      onOpened: (id) => {
        this.#conditions.delete(id);
        this.#changed();
      },
      onCompleted: (signIn) => this.#complete(signIn),
      onChange: () => this.#changed(),
    });
    this.#renewal = new Renewal({
      ...parts,
      isSuppressed: async () => (await heldNow(parts)) !== undefined,
      openNetwork: async (chosen, accessToken) =>
        this.#opener.open(chosen, await this.#stored.neededKey(chosen), accessToken),
      onFailed: () => this.#changed(),
      onRenewed: async (chosen, grant, network) => {
        const left = this.#signedIn.get(chosen.id);
        if (left) await this.#goOn({ ...left, chosen, network }, grant);
      },
    });
    parts.events.on('poll-recorded', () => this.#savePlaces());
  }

  /** Returns the signed-in user at a network. */
  at(id: string): SignedIn | undefined {
    return this.#signedIn.get(id);
  }

  /** Returns all signed-in users, in the order of their first sign-in. */
  all(): SignedIn[] {
    return this.#stored.networks().flatMap(({ id }) => this.#signedIn.get(id) ?? []);
  }

  /** Returns the user who signed out of a network, unless one is signed in again. */
  leftAt(id: string): SignedIn | undefined {
    return this.#signedOut.get(id);
  }

  /** Returns all signed-out users. */
  left(): SignedIn[] {
    return this.#stored.networks().flatMap(({ id }) => this.#signedOut.get(id) ?? []);
  }

  /** Returns the sign-in whose dialog is open. */
  signingIn() {
    return this.#flow.signingIn();
  }

  /** Returns the kinds of networks for which this copy has a client id built in. */
  builtIn(): NetworkKind[] {
    return this.#parts.builtInClients.stackexchange === undefined ? [] : ['stackexchange'];
  }

  /** Returns the condition that prevents all requests to a network. */
  condition(id: string): AgentCondition | undefined {
    return this.#conditions.get(id);
  }

  /** Returns the path of the demo network's damaged data if it was reset during this run, otherwise undefined. */
  demoSetAside(): string | undefined {
    return this.#demo.setAside();
  }

  /** Resumes all stored sign-ins, at start and when a keyring is unlocked later. */
  async resume(): Promise<void> {
    for (const { id } of this.#stored.networks()) if (!this.#signedIn.get(id)?.network) await this.#resumeOne(id);
  }

  /**
   * Opens a network's dialog.
   * @param walk goes through the dialog in the user's place
   * @throws UserFacingError if the dialog cannot be opened
   */
  async signIn(choice: NetworkChoice, walk?: (dialogUrl: string) => Promise<string>): Promise<void> {
    const { network, key } = networkFromChoice(choice, this.#parts.builtInClients);
    const chosen = choice.kind === 'demo' ? { ...network, ...this.#opener.lastDemoAddress() } : network;
    await this.#flow.begin({ chosen, key, walk });
  }

  /**
   * Signs in to the demo network as its first user. Resolves after success or a problem, which `signingIn` then
   * contains.
   * @param walk goes through the dialog in the user's place
   */
  async signInUnattended(walk: (dialogUrl: string) => Promise<string>): Promise<void> {
    await this.signIn({ kind: 'demo' }, walk);
    await this.outcome();
  }

  /** Resolves when the latest sign-in has succeeded, failed or been cancelled. */
  outcome(): Promise<void> {
    return this.#flow.outcome();
  }

  /**
   * Signs in again at the named network, that of the open dialog, or the first one chosen. `mayWrite` requests write
   * access as well, `mayReadPrivate` access to achievements; once granted, both are requested every time.
   * @throws UserFacingError if no network was chosen or the dialog cannot be opened
   */
  async signInAgain(id?: string, besides: { mayWrite?: true; mayReadPrivate?: true } = {}): Promise<void> {
    const current = this.#flow.current();
    const stored = id === undefined ? this.#stored.networks()[0] : this.#stored.network(id);
    const open = current && (id === undefined || current.chosen.id === id) ? current : undefined;
    const chosen = open?.chosen ?? (stored && { ...stored, signInWay: stored.signInWay ?? WAY_OF_OLDER_SIGN_INS });
    if (!chosen) throw userFacingError('noNetwork');
    const key = open ? open.key : await this.#stored.neededKey(chosen);
    const isKeyStored = open ? open.isKeyStored : true;
    await this.#flow.begin({ chosen: { ...chosen, ...besides }, key, isKeyStored });
  }

  /**
   * Takes the address, fragment or token that the user pasted.
   * @throws UserFacingError if no dialog is open
   */
  paste(text: string): void {
    this.#flow.paste(text);
  }

  /** Reads the open dialog's result from the clipboard. Returns whether it was found. */
  takeFromClipboard(): Promise<boolean> {
    return this.#flow.takeFromClipboard();
  }

  /**
   * Continues with the next way to sign in.
   * @throws UserFacingError if there is none
   */
  tryAnotherWay(): Promise<void> {
    return this.#flow.tryAnotherWay();
  }

  cancelSignIn(): void {
    this.#flow.cancel();
  }

  /** Whether a sign-in that expires soon is being renewed, so that no warning is needed yet. */
  isRenewing(id: string): boolean {
    return this.#renewal.isRenewing(id);
  }

  /** Renews sign-ins that expire soon, if the browser can do so without the user. */
  async renew(): Promise<void> {
    if (!this.#parts.settings.get().paused) await this.#renewal.check(() => this.all().map(({ chosen }) => chosen));
  }

  /**
   * Replaces the key of a network; its user stays signed in.
   * @throws NetworkError if the network refuses the key or cannot be reached
   * @throws UserFacingError if no user is signed in
   */
  async changeKey(id: string, key: string): Promise<void> {
    const signedIn = this.#signedIn.get(id);
    const token = await this.#stored.token(id);
    if (!signedIn?.network || token === undefined) throw userFacingError('nobody');
    await this.#opener.checkKey(signedIn.chosen, key);
    const network = this.#opener.open(signedIn.chosen, key, token);
    await network.associated({ pagesize: 100 });
    // A user who signed out meanwhile stays signed out, and a renewed token is kept.
    if (this.#signedIn.get(id) !== signedIn) return this.changeKey(id, key);
    await this.#stored.saveKey(id, key);
    if (this.#signedIn.get(id) !== signedIn) return this.changeKey(id, key);
    await this.#replace({ ...signedIn, network });
  }

  /** Removes a sign-in here at once, then revokes its token if the network can be reached. Never rejects. */
  async signOut(id: string): Promise<Revocation> {
    const { locale, log, onReplaced } = this.#parts;
    const { words } = locale();
    const left = this.#signedIn.get(id);
    this.#signedIn.delete(id);
    this.#conditions.delete(id);
    this.#renewal.cancel(id);
    this.#stored.signOut(id);
    if (left) this.#signedOut.set(id, { ...left, network: undefined });
    await onReplaced(id, undefined).catch((error: unknown) => log.error(`sign-out: ${errorStack(error)}`));
    this.#changed();
    const name = left ? networkName(left.chosen, words) : id;
    const [revocation] = await Promise.all([
      revokeToken(left?.network, name, log, words),
      this.#stored.deleteToken(id),
    ]);
    if (id === 'demo' && !this.#signedIn.has('demo') && !this.#isSigningInAtDemo()) await this.#demo.stop();
    return revocation;
  }

  /** Returns the tokens and keys of all networks, for redaction. */
  secretsToHide(): Promise<string[]> {
    return this.#stored.secretsToHide();
  }

  /** Cancels sign-ins under way and starts no more. */
  stopSigningIn(): void {
    this.#flow.stop();
    this.#renewal.stop();
  }

  async stop(): Promise<void> {
    this.stopSigningIn();
    await this.#demo.close();
  }

  /** Stores a sign-in that was granted and identified, and uses it from now on. */
  async #complete({ chosen, key, isKeyStored, grant, identity, network }: CompletedSignIn): Promise<void> {
    this.#conditions.delete(chosen.id);
    this.#renewal.cancel(chosen.id);
    const profile = this.#parts.history.profile({ network: chosen.id, ...identity });
    if (!isKeyStored) await this.#stored.saveKey(chosen.id, key);
    await this.#goOn({ chosen: { ...chosen, accountId: identity.accountId }, profile, network }, grant);
  }

  /** Stores and uses a token that was just granted. */
  async #goOn(signedIn: SignedIn, { accessToken, expiresInSeconds }: Grant): Promise<void> {
    await this.#stored.saveToken(signedIn.chosen.id, accessToken);
    const tokenExpiresAt =
      expiresInSeconds === undefined ? undefined : this.#parts.clock.now() + expiresInSeconds * 1000;
    const foundCredentialsIn = signedIn.network?.credentialPlace?.() ?? signedIn.chosen.foundCredentialsIn;
    const chosen = { ...signedIn.chosen, tokenExpiresAt, foundCredentialsIn };
    this.#stored.saveNetwork(chosen);
    await this.#replace({ ...signedIn, chosen });
  }

  /** Resumes the last sign-in at a network. */
  async #resumeOne(id: string): Promise<void> {
    this.#conditions.delete(id);
    const before = this.#signedIn.get(id);
    const resumed = await this.#resumption.resume(id);
    // A sign-in or sign-out meanwhile takes precedence.
    if (!resumed || this.#signedIn.get(id) !== before) return;
    if ('left' in resumed) {
      this.#signedOut.set(id, resumed.left);
      return this.#parts.onReplaced(id, undefined);
    }
    if (resumed.condition) this.#conditions.set(id, resumed.condition);
    await this.#replace(resumed.signedIn);
  }

  async #replace(signedIn: SignedIn): Promise<void> {
    const { id } = signedIn.chosen;
    this.#signedOut.delete(id);
    this.#signedIn.set(id, signedIn);
    await this.#parts.onReplaced(id, signedIn);
    this.#changed();
  }

  /** Stores where networks were found to read credentials since the sign-in. */
  #savePlaces(): void {
    for (const [id, { network }] of this.#signedIn) {
      const foundCredentialsIn = network?.credentialPlace?.();
      const stored = this.#stored.network(id);
      if (stored && foundCredentialsIn !== undefined && foundCredentialsIn !== stored.foundCredentialsIn)
        this.#stored.saveNetwork({ ...stored, foundCredentialsIn });
    }
  }

  #isSigningInAtDemo(): boolean {
    return this.#flow.current()?.chosen.kind === 'demo';
  }

  #changed(): void {
    this.#parts.events.emit('state-changed');
  }
}
