import { errorStack } from '../../../common/error-message.ts';
import type { NetworkChoice, NetworkKind } from '../../../common/contract/contract.ts';
import type { ChosenNetwork } from '../../store/settings.ts';
import { everythingChanged, localeOf, type AgentContext } from '../context.ts';
import type { Announcer } from '../notifications/announcer.ts';
import type { VisibleItems } from '../notifications/visible-items.ts';
import { UserFacingError, userFacingError } from '../user-facing-error.ts';
import { Account, type SocketOptions, AccountList } from './account.ts';
import { DemoHost, type DemoSettings } from './demo-network.ts';
import type { Grant } from './dialog.ts';
import { networkFromChoice, networkName, Networks, type BuiltInClients, type SignedIn } from './networks.ts';
import { resumeSignIn, SignIn, type CompletedSignIn, type SignInStart, type Walk } from './sign-in.ts';
import { StoredSignIns } from './stored-sign-ins.ts';
import { Renewals, revokeToken, type Revocation } from './tokens.ts';

/**
 * The room `accounts` knows who is signed in where. This file signs in and out, and holds an account for each network;
 * an account (account.ts) has its own client, scheduler, watches and socket. A sign-in (sign-in.ts) goes through the
 * network's dialog (dialog.ts) by one of several ways (ways.ts). Chosen networks are stored in the settings, tokens and
 * keys in the keyring only (stored-sign-ins.ts); tokens that expire are renewed (tokens.ts).
 */

/** Parts of the shell that accounts use, beside the context. */
export interface AccountOptions extends SocketOptions, DemoSettings {
  builtInClients: BuiltInClients;
}

/** Signs in and out at several networks, and holds the account of each. Tokens and keys are handled here only. */
export class Accounts extends AccountList {
  readonly #context: AgentContext;
  readonly #options: AccountOptions;
  readonly #announcer: Announcer;
  readonly #visible: VisibleItems;
  /** The kinds of networks for which this copy has a client id built in. */
  readonly builtIn: NetworkKind[];
  readonly stored: StoredSignIns;
  readonly demo: DemoHost;
  readonly renewals: Renewals;
  readonly #networks: Networks;
  readonly #signedIn = new Map<string, SignedIn>();
  readonly #accounts = new Map<string, Account>();
  /**
   * Accounts whose user signed out. They are never started, so no request is sent for them; their history can be read.
   */
  readonly #left = new Map<string, Account>();
  /** The latest sign-in; over once its dialog is closed. */
  #signIn: SignIn | undefined;
  /** The latest replacement of an account, settled whether or not it succeeds. */
  #replacing: Promise<void> = Promise.resolve();
  /** Resolved once the stored sign-ins were resumed. */
  readonly #resumed = Promise.withResolvers<void>();
  #isStopped = false;

  constructor(context: AgentContext, options: AccountOptions, announcer: Announcer, visible: VisibleItems) {
    super();
    this.#context = context;
    this.#options = options;
    this.#announcer = announcer;
    this.#visible = visible;
    this.builtIn = options.builtInClients.stackexchange === undefined ? [] : ['stackexchange'];
    this.stored = new StoredSignIns(context.settings, context.desktop.secrets, context.log);
    this.demo = new DemoHost(context, options);
    this.#networks = new Networks(context, this.demo);
    this.renewals = new Renewals(context, this.#networks, this.stored);
    context.events.on('watches-changed', (id) => this.readableAt(id)?.watchesChanged());
    context.events.on('poll-recorded', () => {
      for (const [id, { network }] of this.#signedIn) this.stored.saveCredentialPlace(id, network?.credentialPlace?.());
    });
    context.events.on('demo-ended', () => void this.#restartDemo());
  }

  get(id: string): Account | undefined {
    return this.#accounts.get(id);
  }

  /** Returns the accounts of signed-in users, in the order of their first sign-in. */
  override all(): Account[] {
    return this.stored.networks().flatMap(({ id }) => (this.#signedIn.has(id) ? (this.#accounts.get(id) ?? []) : []));
  }

  /** Returns the accounts whose user signed out; empty while any user is signed in. */
  override left(): Account[] {
    if (this.all().length > 0) return [];
    return this.stored.networks().flatMap(({ id }) => this.#left.get(id) ?? []);
  }

  /** Returns the open dialog of a sign-in, as the window shows it. */
  signingIn(): ReturnType<SignIn['state']> {
    return this.#signIn?.state();
  }

  /** Resumes all stored sign-ins that can be read by now: at start and when a keyring is unlocked later. */
  async resume(): Promise<void> {
    if (this.#isStopped) return;
    await this.stored.lookUpStorage();
    for (const { id } of this.stored.networks()) if (!this.#signedIn.get(id)?.network) await this.#resumeOne(id);
    await this.#resumeDemo();
    this.#resumed.resolve();
    this.#context.events.emit('state-changed');
  }

  /** Waits until no account is being opened, so that `listed` lacks none. */
  async settled(): Promise<void> {
    await this.#resumed.promise;
    for (let last; last !== this.#replacing; await last) last = this.#replacing;
  }

  /**
   * Opens a network's dialog.
   * @param walk goes through the dialog in the user's place
   * @throws UserFacingError if the dialog cannot be opened
   */
  async signIn(choice: NetworkChoice, walk?: Walk): Promise<void> {
    const { network, key } = networkFromChoice(choice, this.#options.builtInClients);
    const { apiBaseUrl, authUrl } = (choice.kind === 'demo' && this.stored.network('demo')) || network;
    await this.#begin({ chosen: { ...network, apiBaseUrl, authUrl }, key, walk });
  }

  /**
   * Signs in to the demo network as its first user. Resolves after success or a problem, which `signingIn` then
   * contains.
   * @param walk goes through the dialog in the user's place
   */
  async signInUnattended(walk: Walk): Promise<void> {
    await this.signIn({ kind: 'demo' }, walk);
    await this.#signIn?.outcome();
  }

  /**
   * Signs in again at the named network, that of the open dialog, or the first one chosen. `mayWrite` requests write
   * access as well, `mayReadPrivate` access to achievements; once granted, both are requested every time.
   * @throws UserFacingError if no network was chosen or the dialog cannot be opened
   */
  async signInAgain(id?: string, besides: { mayWrite?: true; mayReadPrivate?: true } = {}): Promise<void> {
    const current = this.#signIn?.current();
    if (current && (id === undefined || current.chosen.id === id))
      return this.#begin({ ...current, chosen: { ...current.chosen, ...besides } });
    const chosen = id === undefined ? this.stored.networks()[0] : this.stored.network(id);
    if (!chosen) throw userFacingError('noNetwork');
    const key = await this.stored.neededKey(chosen);
    await this.#begin({ chosen: { ...chosen, ...besides }, key, isKeyStored: true });
  }

  /**
   * Returns the latest sign-in.
   * @throws UserFacingError if there was none
   */
  latestSignIn(): SignIn {
    if (!this.#signIn) throw userFacingError('noDialog');
    return this.#signIn;
  }

  /** Reads the open dialog's result from the clipboard. Returns whether it was found. */
  async takeFromClipboard(): Promise<boolean> {
    return (await this.#signIn?.takeFromClipboard()) ?? false;
  }

  /** Cancels the sign-in, even before its dialog is open. */
  cancelSignIn(): void {
    this.#signIn?.end();
    this.#context.events.emit('state-changed');
  }

  /** Renews sign-ins that expire soon, if the browser can do so without the user. */
  async renew(): Promise<void> {
    if (this.#context.settings.get().paused) return;
    const all = () => this.stored.networks().filter(({ id }) => this.#signedIn.has(id));
    for (const chosen of await this.renewals.due(all)) void this.#renewOne(chosen);
  }

  /**
   * Replaces the key of a network; its user stays signed in.
   * @throws NetworkError if the network refuses the key or cannot be reached
   * @throws UserFacingError if no user is signed in
   */
  async changeKey(id: string, key: string): Promise<void> {
    const signedIn = this.#signedIn.get(id);
    const token = await this.stored.token(id);
    const chosen = this.stored.network(id);
    if (!signedIn?.network || !chosen || token === undefined) throw userFacingError('nobody');
    await this.#networks.checkKey(chosen, key);
    const network = this.#networks.open(chosen, key, token);
    await network.associated({ pagesize: 100 });
    // A user who signed out meanwhile stays signed out, and a renewed token is kept.
    if (this.#signedIn.get(id) !== signedIn) return this.changeKey(id, key);
    await this.stored.saveKey(id, key);
    if (this.#signedIn.get(id) !== signedIn) return this.changeKey(id, key);
    await this.#replace({ ...signedIn, chosen, network });
  }

  /**
   * Removes a sign-in here at once, then revokes its token if the network can be reached.
   * @throws UserFacingError if no user is signed in there
   */
  async signOut(id: string | undefined): Promise<Revocation> {
    const { events, log } = this.#context;
    const { words } = localeOf(this.#context);
    const left = id === undefined ? undefined : this.#signedIn.get(id);
    if (id === undefined || !left)
      throw new UserFacingError(
        (locale) => locale.words('signOut.notSignedIn'),
        (locale) => locale.words('signOut.notSignedInAdvice'),
      );
    this.#signedIn.delete(id);
    this.renewals.cancel(id);
    this.stored.signOut(id);
    await this.#replaceInTurn(id, { ...left, network: undefined }).catch((error: unknown) => {
      log.error(`sign-out: ${errorStack(error)}`);
      events.emit('state-changed');
    });
    const [revocation] = await Promise.all([
      revokeToken(left.network, networkName(left.chosen, words), log, words),
      this.stored.deleteToken(id),
    ]);
    if (id === 'demo' && !this.#signedIn.has('demo') && !this.#isSigningInAtDemo()) await this.demo.stop();
    return revocation;
  }

  /** Cancels sign-ins under way, starts no more, and stops all accounts, before the app quits. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#signIn?.end();
    this.renewals.stop();
    await this.#replacing;
    await Promise.all([...this.#accounts.values()].map((account) => account.stop()));
    await this.demo.close();
  }

  /** Opens a network's dialog, replacing any other sign-in. */
  async #begin(start: SignInStart): Promise<void> {
    this.#signIn?.end();
    if (this.#isStopped) return;
    const signIn = new SignIn(this.#context, this.#networks, start, this.#options.demoLike === 'public');
    this.#signIn = signIn;
    void this.#complete(signIn);
    await signIn.open().catch((error: unknown) => {
      signIn.end();
      throw error;
    });
  }

  /** Uses a sign-in once its user is known. If it cannot be stored, its dialog shows why and takes another grant. */
  async #complete(signIn: SignIn): Promise<void> {
    let completed: CompletedSignIn | undefined;
    while ((completed = await signIn.identified()) !== undefined) {
      try {
        await this.#use(completed);
        return signIn.end();
      } catch (error) {
        this.#context.log.error(`sign-in: ${errorStack(error)}`);
        signIn.reject(userFacingError('signInNotSaved', error));
      }
    }
  }

  /** Stores a sign-in that was granted and identified, and uses it from now on. */
  async #use({ chosen, key, isKeyStored, grant, identity, network }: CompletedSignIn): Promise<void> {
    this.renewals.cancel(chosen.id);
    const profile = this.#context.history.profile({ network: chosen.id, ...identity });
    if (isKeyStored !== true) await this.stored.saveKey(chosen.id, key);
    await this.#goOn({ chosen: { ...chosen, accountId: identity.accountId }, profile, network }, grant);
  }

  /** Stores and uses a token that was just granted. */
  async #goOn(signedIn: SignedIn, { accessToken, expiresInSeconds }: Grant): Promise<void> {
    await this.stored.saveToken(signedIn.chosen.id, accessToken);
    const tokenExpiresAt =
      expiresInSeconds === undefined ? undefined : this.#context.clock.now() + expiresInSeconds * 1000;
    const foundCredentialsIn = signedIn.network?.credentialPlace?.() ?? signedIn.chosen.foundCredentialsIn;
    const chosen = { ...signedIn.chosen, tokenExpiresAt, foundCredentialsIn };
    this.stored.saveNetwork(chosen);
    await this.#replace({ ...signedIn, chosen });
  }

  async #renewOne(chosen: ChosenNetwork): Promise<void> {
    const renewed = await this.renewals.renew(chosen);
    const left = this.#signedIn.get(chosen.id);
    if (!renewed || !left) return;
    await this.#goOn({ ...left, chosen, network: renewed.network }, renewed.grant).catch((error: unknown) =>
      this.#context.log.error(`sign-in: ${errorStack(error)}`),
    );
  }

  /** Resumes the last sign-in at a network. */
  async #resumeOne(id: string): Promise<void> {
    const before = this.#signedIn.get(id);
    const chosen = this.stored.network(id);
    const resumed = chosen && (await resumeSignIn(chosen, this.#context, this.#networks, this.stored));
    // A sign-in or sign-out meanwhile takes precedence.
    if (!resumed || this.#signedIn.get(id) !== before) return;
    if (resumed.chosen.accountId === undefined) await this.#replaceInTurn(id, resumed);
    else await this.#replace(resumed);
  }

  /** Signs in anew at the demo network where no keyring kept its token, which protects nothing. */
  async #resumeDemo(): Promise<void> {
    const { log, desktop } = this.#context;
    const isLost = this.stored.network('demo')?.accountId !== undefined && !this.#signedIn.get('demo')?.network;
    const { storage } = this.stored;
    if (!isLost || storage.persistent || storage.why === 'locked') return;
    if (desktop.authorize || this.#options.demoLike === 'public') return;
    await this.signIn({ kind: 'demo' }).catch((error: unknown) => log.error(`sign-in: ${errorStack(error)}`));
  }

  async #restartDemo(): Promise<void> {
    if (this.#signedIn.has('demo') && !this.#isSigningInAtDemo())
      await this.#resumeOne('demo').catch((error: unknown) =>
        this.#context.log.error(`The demo network could not be started again: ${String(error)}`),
      );
  }

  async #replace(signedIn: SignedIn): Promise<void> {
    this.#signedIn.set(signedIn.chosen.id, signedIn);
    await this.#replaceInTurn(signedIn.chosen.id, signedIn);
  }

  /**
   * Replaces the account at a network, after any earlier replacement. A failed one does not block those that follow.
   */
  #replaceInTurn(id: string, by: SignedIn): Promise<void> {
    const replaced = this.#replacing.then(() => this.#replaceNow(id, by));
    this.#replacing = replaced.catch(() => undefined);
    return replaced;
  }

  /**
   * Stops and removes the account at a network. Creates the new one, unless a later sign-in or sign-out has overtaken
   * it; without a signed-in user, its history can be read.
   */
  async #replaceNow(id: string, by: SignedIn): Promise<void> {
    if (this.#isStopped) return;
    const { events, desktop } = this.#context;
    const traffic = this.#networks.traffic(id);
    const leaving = this.#accounts.get(id);
    try {
      await leaving?.stop();
    } finally {
      this.#accounts.delete(id);
      if (leaving) this.#announcer.accounts.remove(leaving);
      traffic.follow(undefined);
    }
    const current = this.#signedIn.get(id);
    if (current === by) {
      const account = this.#create(by, traffic.uncounted());
      traffic.follow(account.scheduler?.responses);
      this.#accounts.set(id, account);
      this.#announcer.accounts.add(account);
      this.#left.delete(id);
      events.emit('account-opened', id);
    } else if (!current) this.#left.set(id, this.#create(by, 0));
    await this.stored.lookUpStorage();
    if (current === by) this.#accounts.get(id)?.start(desktop.presence().state);
    await this.#announcer.deliver();
    events.emit('due-changed');
    everythingChanged({ events });
  }

  #create(signedIn: SignedIn, alreadySent: number): Account {
    return new Account(this.#context, this.#options, this.#announcer, this.#visible, signedIn, alreadySent);
  }

  #isSigningInAtDemo(): boolean {
    return this.#signIn?.current()?.chosen.kind === 'demo';
  }
}
