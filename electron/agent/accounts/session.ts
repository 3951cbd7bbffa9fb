import type { Fetch } from '../../api/fetch.ts';
import type { Clock } from '../../clock.ts';
import { errorStack } from '../../../common/error-message.ts';
import type { NetworkChoice, NetworkKind } from '../../../common/contract/contract.ts';
import type { DemoOptions, Desktop } from '../../desktop/desktop.ts';
import type { Log } from '../../log.ts';
import type { History } from '../../store/history.ts';
import type { SettingsStore } from '../../store/settings.ts';
import type { Locale } from '../../../common/i18n/locale.ts';
import type { AgentCondition } from '../domain/conditions.ts';
import type { AgentEvents, EventHub } from '../domain/events.ts';
import { userFacingError } from '../domain/user-facing-error.ts';
import { DemoHost } from './demo-host.ts';
import { networkFromChoice, networkName, type BuiltInClients, type Traffic } from './networks.ts';
import type { SignedIn } from './signed-in.ts';
import type { Grant } from './sign-in/dialog.ts';
import { Renewal } from './sign-in/renewal.ts';
import { Resumption } from './sign-in/resumption.ts';
import { SignInFlow, type CompletedSignIn } from './sign-in/sign-in-flow.ts';
import { heldNow } from '../notifications/held.ts';
import { pollAccounts } from '../polls/accounts.ts';
import { NetworkOpener } from './network-opener.ts';
import { StoredSignIns } from './stored-sign-ins.ts';
import { revokeToken, type Revocation } from './token-revocation.ts';

export interface SessionParts {
  desktop: Desktop;
  settings: SettingsStore;
  history: History;
  clock: Clock;
  random: () => number;
  fetch: Fetch;
  log: Log;
  events: EventHub<AgentEvents>;
  locale: () => Locale;
  builtInClients: BuiltInClients;
  /** Where the demo network keeps its data. */
  demoFile: string;
  demoSpeed: number;
  demoLike: DemoOptions['like'];
  /** Who counts what is sent to a network and what it answers. */
  traffic: (networkId: string) => Traffic;
  /** Somebody is signed in at a network now, signed in anew, or nobody is any more. */
  onReplaced: (networkId: string, signedIn: SignedIn | undefined) => Promise<void>;
}

/** Who signed in before ways were remembered has an application that is registered for this one. */
const WAY_OF_OLDER_SIGN_INS = 'implicit';

/**
 * Signing in and out, at several networks side by side, and what is known of the sign-ins across restarts. Tokens and
 * keys go through here only.
 */
export class Session {
  readonly #parts: SessionParts;
  readonly #signedIn = new Map<string, SignedIn>();
  /** Who signed out on purpose, by the network's id: without access, but with a history. */
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
      openNetwork: (chosen, key, accessToken) => this.#opener.openAnew(chosen, key, accessToken),
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
  }

  /** Who is signed in at a network. */
  at(id: string): SignedIn | undefined {
    return this.#signedIn.get(id);
  }

  /** Everybody who is signed in, the first to have come first. */
  all(): SignedIn[] {
    return this.#stored.networks().flatMap(({ id }) => this.#signedIn.get(id) ?? []);
  }

  /** Who signed out of a network on purpose, unless somebody is signed in there again. */
  leftAt(id: string): SignedIn | undefined {
    return this.#signedOut.get(id);
  }

  /** Everybody who signed out on purpose. */
  left(): SignedIn[] {
    return this.#stored.networks().flatMap(({ id }) => this.#signedOut.get(id) ?? []);
  }

  /** The sign-in whose dialog is open. */
  signingIn() {
    return this.#flow.signingIn();
  }

  /** Kinds of networks that this copy was built with a client id for. */
  builtIn(): NetworkKind[] {
    return this.#parts.builtInClients.stackexchange === undefined ? [] : ['stackexchange'];
  }

  /** What keeps a network from being asked at all. */
  condition(id: string): AgentCondition | undefined {
    return this.#conditions.get(id);
  }

  /** Where the damaged data of a demo network are kept that began anew in this run; undefined where none did. */
  demoSetAside(): string | undefined {
    return this.#demo.setAside();
  }

  /** At start, and when a keyring has opened later: goes on with everybody who was signed in. */
  async resume(): Promise<void> {
    for (const { id } of this.#stored.networks()) if (!this.#signedIn.get(id)?.network) await this.#resumeOne(id);
  }

  /**
   * Opens the dialog of a network; `walk` goes through it in the person's place. @throws UserFacingError when it cannot
   */
  async signIn(choice: NetworkChoice, walk?: (dialogUrl: string) => Promise<string>): Promise<void> {
    const { network, key } = networkFromChoice(choice, this.#parts.builtInClients);
    const chosen = choice.kind === 'demo' ? { ...network, ...this.#opener.lastDemoAddress() } : network;
    await this.#flow.begin({ chosen, key, walk });
  }

  /**
   * Signs in at the demo network as its first person: `walk` goes through the dialog in the person's place.
   * Resolves when it worked or came to a problem, which `signingIn` then tells.
   */
  async signInUnattended(walk: (dialogUrl: string) => Promise<string>): Promise<void> {
    await this.signIn({ kind: 'demo' }, walk);
    await this.outcome();
  }

  /** Resolves when the sign-in that was begun last has worked, failed or been cancelled. */
  outcome(): Promise<void> {
    return this.#flow.outcome();
  }

  /**
   * Signs in again at a network that is named, that the dialog is open for, or that was chosen first. `mayWrite` asks
   * for the permission to write as well, `mayReadPrivate` for that to read achievements; they stay asked for once they
   * were given. @throws UserFacingError when it cannot
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

  /** Takes the address, fragment or token that the person pasted. @throws UserFacingError where no dialog is open */
  paste(text: string): void {
    this.#flow.paste(text);
  }

  /** Takes the open dialog's answer from the clipboard, if it is there. Gives whether it was. */
  takeFromClipboard(): Promise<boolean> {
    return this.#flow.takeFromClipboard();
  }

  /** Goes on to the next way to sign in. @throws UserFacingError where there is none */
  tryAnotherWay(): Promise<void> {
    return this.#flow.tryAnotherWay();
  }

  cancelSignIn(): void {
    this.#flow.cancel();
  }

  /** Whether a sign-in that ends soon is being renewed, so that there is nothing to tell yet. */
  isRenewing(id: string): boolean {
    return this.#renewal.isRenewing(id);
  }

  /** Renews the sign-ins that end soon, where the browser can do that by itself. */
  async renew(): Promise<void> {
    if (!this.#parts.settings.get().paused) await this.#renewal.check(() => this.all().map(({ chosen }) => chosen));
  }

  /**
   * Puts another key in the place of the one a network is asked with; whoever is signed in stays so. Rejects with a
   * `NetworkError` where the network refuses the key or cannot be asked. @throws UserFacingError where nobody is signed
   * in
   */
  async changeKey(id: string, key: string): Promise<void> {
    const signedIn = this.#signedIn.get(id);
    const token = await this.#stored.token(id);
    if (!signedIn?.network || token === undefined) throw userFacingError('nobody');
    await this.#opener.checkKey(signedIn.chosen, key);
    const network = this.#opener.open(signedIn.chosen, key, token);
    await pollAccounts(network, {});
    // Whoever signed out meanwhile stays so, and a token that was renewed is not undone.
    if (this.#signedIn.get(id) !== signedIn) return this.changeKey(id, key);
    await this.#stored.saveKey(id, key);
    if (this.#signedIn.get(id) !== signedIn) return this.changeKey(id, key);
    await this.#replace({ ...signedIn, network });
  }

  /** Forgets a sign-in here at once, then ends its token at the network if that can be reached. Never rejects. */
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

  /** Tokens and keys of every network, for hiding them wherever they might show. */
  secretsToHide(): Promise<string[]> {
    return this.#stored.secretsToHide();
  }

  /** Ends sign-ins under way, and begins no more. */
  stopSigningIn(): void {
    this.#flow.stop();
    this.#renewal.stop();
  }

  async stop(): Promise<void> {
    this.stopSigningIn();
    await this.#demo.close();
  }

  /** The person granted access and is known: stores the sign-in and goes on as them. */
  async #complete({ chosen, key, isKeyStored, grant, identity, network }: CompletedSignIn): Promise<void> {
    this.#conditions.delete(chosen.id);
    this.#renewal.cancel(chosen.id);
    const profile = this.#parts.history.profile({ network: chosen.id, ...identity });
    if (!isKeyStored) await this.#stored.saveKey(chosen.id, key);
    await this.#goOn({ chosen: { ...chosen, accountId: identity.accountId }, profile, network }, grant);
  }

  /** Goes on with a token that was just granted. */
  async #goOn(signedIn: SignedIn, { accessToken, expiresInSeconds }: Grant): Promise<void> {
    await this.#stored.saveToken(signedIn.chosen.id, accessToken);
    const tokenExpiresAt =
      expiresInSeconds === undefined ? undefined : this.#parts.clock.now() + expiresInSeconds * 1000;
    const chosen = this.#opener.goOn({ ...signedIn.chosen, tokenExpiresAt }, signedIn.network);
    this.#stored.saveNetwork(chosen);
    await this.#replace({ ...signedIn, chosen });
  }

  /** Goes on with who was signed in last at a network. */
  async #resumeOne(id: string): Promise<void> {
    this.#conditions.delete(id);
    const before = this.#signedIn.get(id);
    const resumed = await this.#resumption.resume(id);
    // Whoever signed in or out meanwhile has the last word.
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

  #isSigningInAtDemo(): boolean {
    return this.#flow.current()?.chosen.kind === 'demo';
  }

  #changed(): void {
    this.#parts.events.emit('state-changed');
  }
}
