import type { Network } from '../../api/network.ts';
import type { CredentialPlace } from '../../api/request/credential-place.ts';
import type { Clock } from '../../clock.ts';
import type { NetworkChoice } from '../../../common/contract/contract.ts';
import type { DemoOptions, Desktop } from '../../desktop/desktop.ts';
import type { Log } from '../../log.ts';
import type { History, ProfileHistory } from '../../store/history.ts';
import type { ChosenNetwork, SettingsStore } from '../../store/settings.ts';
import type { Words } from '../../../common/i18n/words.ts';
import type { AgentCondition } from '../domain/conditions.ts';
import type { AgentEvents, EventHub } from '../domain/events.ts';
import { UserFacingError, userFacingError } from '../domain/user-facing-error.ts';
import { DemoHost } from './demo-host.ts';
import { DEMO_APP, networkFromChoice, networkName, openNetwork, type Traffic } from './networks.ts';
import { SignInFlow, type CompletedSignIn } from './sign-in-flow.ts';
import { StoredSignIns } from './stored-sign-ins.ts';
import { revokeToken, type Revocation } from './token-revocation.ts';

/** A person on a network. Without `network` the token is gone: what was received is there, nothing new comes. */
export interface SignedIn {
  chosen: ChosenNetwork;
  profile: ProfileHistory;
  network: Network | undefined;
}

export interface SessionParts {
  desktop: Desktop;
  settings: SettingsStore;
  history: History;
  clock: Clock;
  random: () => number;
  fetch: typeof globalThis.fetch;
  log: Log;
  events: EventHub<AgentEvents>;
  words: () => Words;
  /** Where the demo network keeps its data. */
  demoFile: string;
  demoSpeed: number;
  demoLike: DemoOptions['like'];
  /** Who counts what is sent to a network and what it answers. */
  traffic: (networkId: string) => Traffic;
  /** Somebody is signed in at a network now, signed in anew, or nobody is any more. */
  onReplaced: (networkId: string, signedIn: SignedIn | undefined) => Promise<void>;
}

/**
 * Signing in and out, at several networks side by side, and what is known of the sign-ins across restarts. Tokens and
 * keys go through here only.
 */
export class Session {
  readonly #parts: SessionParts;
  readonly #signedIn = new Map<string, SignedIn>();
  readonly #troubles = new Map<string, AgentCondition>();
  /** Where each network was found to read who asks, since the start. */
  readonly #foundCredentialsIn = new Map<string, CredentialPlace>();
  readonly #stored: StoredSignIns;
  readonly #demo: DemoHost;
  readonly #flow: SignInFlow;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#stored = new StoredSignIns({ ...parts, secrets: parts.desktop.secrets });
    this.#demo = new DemoHost({
      ...parts,
      isWanted: () => this.#signedIn.has('demo') && !this.#isSigningInAtDemo(),
      onRestart: () => this.#resumeOne('demo'),
    });
    this.#flow = new SignInFlow({
      resolveAddress: (chosen) => this.#resolveAddress(chosen),
      // A sign-in finds out anew, so that it mends what was found out wrong.
      openNetwork: (chosen, key, accessToken) =>
        this.#openNetwork({ ...chosen, foundCredentialsIn: undefined }, key, accessToken),
      onOpened: (id) => {
        this.#troubles.delete(id);
        this.#changed();
      },
      onCompleted: (signIn) => this.#complete(signIn),
      onChange: () => this.#changed(),
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

  /** The sign-in whose dialog is open. */
  signingIn() {
    const current = this.#flow.current();
    return (
      current && {
        dialogUrl: current.dialog.url,
        problem: current.dialog.problem(),
        means: this.#parts.desktop.authorizeMeans,
        network: current.chosen,
      }
    );
  }

  /** What keeps a network from being asked at all. */
  trouble(id: string): AgentCondition | undefined {
    return this.#troubles.get(id);
  }

  /** At start: goes on with everybody who was signed in. */
  async resume(): Promise<void> {
    for (const { id } of this.#stored.networks()) await this.#resumeOne(id);
  }

  /** Opens the dialog of a network. @throws UserFacingError when it cannot */
  async signIn(choice: NetworkChoice): Promise<void> {
    const { network, key } = networkFromChoice(choice);
    await this.#begin(choice.kind === 'demo' ? { ...network, ...this.#lastDemoAddress() } : network, key);
  }

  /**
   * Signs in at the demo network as its first person: `walk` goes through the dialog in the person's place.
   * Resolves when it worked or came to a problem, which `signingIn` then tells.
   */
  async signInUnattended(walk: (dialogUrl: string) => Promise<string>): Promise<void> {
    const { network, key } = networkFromChoice({ kind: 'demo' });
    await this.#begin({ ...network, ...this.#lastDemoAddress() }, key, ({ dialogUrl }) => walk(dialogUrl));
    await this.#flow.outcome();
  }

  /**
   * Signs in again at a network that is named, that the dialog is open for, or that was chosen first. `mayWrite` asks
   * for the permission to write as well; it stays asked for once it was given. @throws UserFacingError when it cannot
   */
  async signInAgain(id?: string, { mayWrite = false }: { mayWrite?: boolean } = {}): Promise<void> {
    const current = this.#flow.current();
    const chosen = id === undefined ? (current?.chosen ?? this.#stored.networks()[0]) : this.#stored.network(id);
    if (!chosen) throw userFacingError('noNetwork');
    const fromDialog = current?.chosen.id === chosen.id ? current.key : undefined;
    const key = fromDialog ?? (chosen.kind === 'demo' ? DEMO_APP.key : await this.#stored.key(chosen.id));
    if (key === undefined) throw userFacingError('noKey');
    await this.#begin(mayWrite ? { ...chosen, mayWrite } : chosen, key);
  }

  /** Takes the address, fragment or token that the person pasted. @throws UserFacingError where no dialog is open */
  paste(text: string): void {
    this.#flow.paste(text);
  }

  cancelSignIn(): void {
    this.#flow.cancel();
  }

  /** Forgets a sign-in here at once, then ends its token at the network if that can be reached. */
  async signOut(id: string): Promise<Revocation> {
    const { words, log, onReplaced } = this.#parts;
    const left = this.#signedIn.get(id);
    const chosen = this.#stored.network(id);
    this.#signedIn.delete(id);
    this.#troubles.delete(id);
    if (chosen) this.#stored.saveNetwork({ ...chosen, accountId: undefined, tokenExpiresAt: undefined });
    await onReplaced(id, undefined);
    this.#changed();
    await this.#stored.deleteToken(id);
    const name = left ? networkName(left.chosen, words()) : id;
    const revocation = await revokeToken(left?.network, name, log, words());
    if (id === 'demo' && !this.#signedIn.has('demo') && !this.#isSigningInAtDemo()) await this.#demo.stop();
    return revocation;
  }

  /** Tokens and keys of every network, for hiding them wherever they might show. */
  secretsToHide(): Promise<string[]> {
    return this.#stored.secretsToHide();
  }

  async stop(): Promise<void> {
    this.#flow.stop();
    await this.#demo.close();
  }

  #begin(
    chosen: ChosenNetwork,
    key: string,
    authorize: Desktop['authorize'] = (request) => this.#parts.desktop.authorize(request),
  ): Promise<void> {
    return this.#flow.begin(chosen, key, authorize);
  }

  /** The person granted access and is known: stores the sign-in and goes on as them. */
  async #complete({ chosen, key, grant, identity, network }: CompletedSignIn): Promise<void> {
    const { history, clock } = this.#parts;
    await this.#stored.saveSecrets(chosen.id, { key, token: grant.accessToken });
    this.#troubles.delete(chosen.id);
    const tokenExpiresAt =
      grant.expiresInSeconds === undefined ? undefined : clock.now() + grant.expiresInSeconds * 1000;
    const foundCredentialsIn = this.#foundCredentialsIn.get(chosen.id) ?? chosen.foundCredentialsIn;
    const signedIn = { ...chosen, accountId: identity.accountId, tokenExpiresAt, foundCredentialsIn };
    this.#stored.saveNetwork(signedIn);
    const profile = history.profile({ network: chosen.id, ...identity });
    await this.#replace({ chosen: signedIn, profile, network });
  }

  /** Goes on as the person who was signed in last at a network, if the token was stored. */
  async #resumeOne(id: string): Promise<void> {
    const chosen = this.#stored.network(id);
    if (!chosen || chosen.accountId === undefined) return;
    const profile = this.#parts.history.lastProfile(chosen.id, chosen.accountId);
    const [token, key] = [await this.#stored.token(id), await this.#stored.key(id)];
    if (!profile) return;
    this.#troubles.delete(id);
    const connected =
      token === undefined || key === undefined
        ? { chosen, network: undefined }
        : await this.#reconnect(chosen, key, token);
    await this.#replace({ ...connected, profile });
  }

  /**
   * Opens a network with a stored token; without `network` where its address cannot be had, which is noted as trouble.
   */
  async #reconnect(chosen: ChosenNetwork, key: string, token: string): Promise<Omit<SignedIn, 'profile'>> {
    try {
      const addressed = await this.#resolveAddress(chosen);
      return { chosen: addressed, network: this.#openNetwork(addressed, key, token) };
    } catch (error) {
      if (!(error instanceof UserFacingError)) throw error;
      this.#parts.log.error(`${error.message} ${String(error.cause)}`);
      const { why: title, advice } = error;
      this.#troubles.set(chosen.id, { kind: 'demo-network-failed', severity: 'problem', title, advice });
      return { chosen, network: undefined };
    }
  }

  async #replace(signedIn: SignedIn): Promise<void> {
    const { id } = signedIn.chosen;
    this.#signedIn.set(id, signedIn);
    await this.#parts.onReplaced(id, signedIn);
    this.#changed();
  }

  /** The demo network's address is known once it runs; the others keep theirs. */
  async #resolveAddress(chosen: ChosenNetwork): Promise<ChosenNetwork> {
    return chosen.kind === 'demo' ? { ...chosen, ...(await this.#demo.address(chosen)) } : chosen;
  }

  /** Where the demo network was last, if it was ever chosen. */
  #lastDemoAddress(): Partial<Pick<ChosenNetwork, 'apiBaseUrl' | 'authUrl'>> {
    const before = this.#stored.network('demo');
    return before ? { apiBaseUrl: before.apiBaseUrl, authUrl: before.authUrl } : {};
  }

  #isSigningInAtDemo(): boolean {
    return this.#flow.current()?.chosen.kind === 'demo';
  }

  #openNetwork(chosen: ChosenNetwork, key: string, accessToken: string): Network {
    const remember = (place: CredentialPlace) => this.#rememberCredentialsIn(chosen.id, place);
    return openNetwork(chosen, () => ({ key, accessToken }), this.#parts, this.#parts.traffic(chosen.id), remember);
  }

  /** A sign-in under way is stored at its end only, together with what it found out. */
  #rememberCredentialsIn(id: string, place: CredentialPlace): void {
    this.#foundCredentialsIn.set(id, place);
    const stored = this.#stored.network(id);
    if (stored) this.#stored.saveNetwork({ ...stored, foundCredentialsIn: place });
  }

  #changed(): void {
    this.#parts.events.emit('state-changed');
  }
}
