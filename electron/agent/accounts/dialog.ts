import { randomBytes } from 'node:crypto';
import { MINUTE_MS } from '../../../common/durations.ts';
import { exchangeCode, newVerifier } from '../../api/code-grant.ts';
import { newState, readRedirect, type RedirectOutcome } from '../../api/oauth.ts';
import { localize, type LocalizedText } from '../../../common/i18n/localized-text.ts';
import { AuthorizationCancelled, AuthorizationFailed, type Desktop, NotAWebAddress } from '../../desktop/desktop.ts';
import type { ChosenNetwork } from '../../store/settings.ts';
import { Emitter, localeOf, type AgentContext } from '../context.ts';
import { failureWords, userFacingError, UserFacingError } from '../user-facing-error.ts';
import { asksForCode, dialogAddress, redirectOf, takesSlash, type SignInWay } from './ways.ts';
import { errorMessage } from '../../../common/error-message.ts';
import { NetworkError } from '../../api/network.ts';

/** A token granted by a dialog. */
export interface Grant {
  accessToken: string;
  expiresInSeconds?: number | undefined;
}

/** Events of a dialog. */
interface DialogEvents {
  granted: Grant;
  /** The user closed the window. */
  cancelled: void;
  /** A problem appeared. */
  failed: void;
}

/** Longest wait for a browser, in ms: enough for a password and a second factor. */
const MAX_RETURN_MS = 5 * MINUTE_MS;

/** The browser did not return in time. */
class TimedOut extends Error {
  override readonly name = 'TimedOut';
}

type Listening = Awaited<ReturnType<Desktop['listenForRedirect']>>;

/**
 * One run of a network's dialog, by one way. It stays open until it is granted or `signal` aborts: a denial or a wrong
 * address becomes a `problem`, and the user may try again.
 */
export class Dialog {
  readonly way: SignInWay;
  readonly events: Emitter<DialogEvents>;
  url = '';
  /** The problem of the last try. */
  problem: LocalizedText | undefined;
  /** Whether the problem lies in the details entered by the user. */
  hasWrongDetails = false;
  readonly #network: ChosenNetwork;
  readonly #context: AgentContext;
  readonly #signal: AbortSignal;
  readonly #state = newState(randomBytes);
  readonly #verifier = newVerifier(randomBytes);
  #redirectUri = '';
  #listening: Listening | undefined;
  #exchanging = false;

  /** @param signal closes the dialog, its window and its listener when aborted */
  constructor(network: ChosenNetwork, way: SignInWay, context: AgentContext, signal: AbortSignal) {
    this.#network = network;
    this.way = way;
    this.#context = context;
    this.#signal = signal;
    this.events = new Emitter(context.log);
  }

  /**
   * Finds the dialog's address; `start` then opens it.
   * @throws UserFacingError if the system provides no port to listen on
   */
  async prepare(): Promise<void> {
    this.#listening = this.way === 'loopback' ? await this.#listen() : undefined;
    this.#redirectUri = this.#listening?.redirectUri ?? redirectOf(this.#network, this.way);
    const [redirectUri, state, verifier] = [this.#redirectUri, this.#state, this.#verifier];
    const endsInSlash = this.way === 'implicit' && (await takesSlash(this.#network, this.#context.fetch));
    this.url = dialogAddress(this.#network, this.way, { redirectUri, state, verifier, endsInSlash });
  }

  /**
   * Opens the dialog.
   * @param walk goes through it in the user's place and returns the address at which it ends
   */
  start(walk?: (dialogUrl: string) => Promise<string>): void {
    const { desktop } = this.#context;
    const { words } = localeOf(this.#context);
    const title = (host?: string) =>
      host === undefined ? words('welcome.signIn') : words('signIn.windowAt', { host });
    const request = { dialogUrl: this.url, redirectUri: this.#redirectUri, title, signal: this.#signal };
    if (walk) return this.#await(walk(this.url));
    if (this.way === 'window' && desktop.authorize) return this.#await(desktop.authorize(request));
    if (this.#listening) this.#await(this.#listening.landed);
    if (this.way === 'deep-link') this.#followDeepLinks();
    desktop.openExternal(this.url).catch((error: unknown) => this.#fail(failureOf(error)));
  }

  /** Takes text pasted by the user. */
  paste(text: string): void {
    this.#take(text, true);
  }

  /** Takes text that may be this dialog's result and ignores any other. Returns whether it was the result. */
  offer(text: string): boolean {
    const { kind } = this.#read(text, false);
    if (kind === 'not-yet' || kind === 'wrong-state') return false;
    this.#take(text, false);
    return true;
  }

  /** Reports a problem after a grant (the network refuses the token) and waits for another grant. */
  reject(error: unknown): void {
    // The network refused a key or client id that the user entered.
    this.#fail(failureOf(error), error instanceof NetworkError && error.kind === 'bad-key');
  }

  #read(text: string, pasted: boolean): RedirectOutcome {
    return readRedirect(text, {
      redirectUri: this.#redirectUri,
      expectedState: this.#state,
      grant: asksForCode(this.way) ? 'code' : 'implicit',
      pasted,
    });
  }

  /** Listens for the browser's return, for a limited time. */
  async #listen(): Promise<Listening> {
    const { desktop, clock } = this.#context;
    const tooLate = new AbortController();
    const back = new AbortController();
    const listening = desktop.listenForRedirect({
      signal: AbortSignal.any([this.#signal, tooLate.signal]),
      isAwaited: (address) => !['not-yet', 'wrong-state'].includes(this.#readLoopback(address).kind),
      page: (address) => {
        const { words, language } = localeOf(this.#context);
        // The code is yet to be exchanged, so the page must not say that the sign-in worked.
        const kind = ['code', 'token'].includes(this.#readLoopback(address).kind) ? 'done' : 'failed';
        return {
          language,
          title: words(`signIn.page.${kind}.title`),
          text: words(`signIn.page.${kind}.text`),
        };
      },
    });
    const listener = await listening.catch((error: unknown) => {
      throw new UserFacingError(
        ({ words }) => words('signIn.noPort'),
        ({ words }) => words('signIn.tryAgain'),
        error,
      );
    });
    const waiting = AbortSignal.any([this.#signal, back.signal]);
    void clock.sleep(MAX_RETURN_MS, waiting).then(() => void (waiting.aborted || tooLate.abort(new TimedOut())));
    const landed = listener.landed.finally(() => back.abort());
    // If the dialog is cancelled before it is started, this promise has no other handler.
    landed.catch(() => undefined);
    return { ...listener, landed };
  }

  /** Called before the listener's address is known here; every address it passes was requested from it. */
  #readLoopback(address: string): RedirectOutcome {
    return readRedirect(address, { expectedState: this.#state, grant: 'code', pasted: false });
  }

  #followDeepLinks(): void {
    const unsubscribe = this.#context.desktop.on('deep-link', (address) => void this.offer(address));
    this.#signal.addEventListener('abort', unsubscribe, { once: true });
  }

  #await(landed: Promise<string>): void {
    landed.then(
      (address) => this.#take(address, false),
      (error: unknown) => {
        if (this.#signal.aborted) return;
        if (error instanceof AuthorizationCancelled) this.events.emit('cancelled');
        else this.#fail(failureOf(error));
      },
    );
  }

  #take(text: string, pasted: boolean): void {
    // A code is good for one exchange; a second result meanwhile is the same one.
    if (this.#exchanging || this.#signal.aborted) return;
    const outcome = this.#read(text, pasted);
    if (outcome.kind === 'code') void this.#exchange(outcome.code);
    else this.#settle(outcome);
  }

  async #exchange(code: string): Promise<void> {
    const { authUrl, clientId } = this.#network;
    const [redirectUri, verifier, signal] = [this.#redirectUri, this.#verifier, this.#signal];
    this.#exchanging = true;
    try {
      this.#settle(await exchangeCode({ authUrl, clientId, redirectUri, code, verifier }, this.#context.fetch, signal));
    } catch (error) {
      this.#fail(failureOf(error));
    } finally {
      this.#exchanging = false;
    }
  }

  #settle(outcome: RedirectOutcome): void {
    if (this.#signal.aborted || outcome.kind === 'code') return;
    if (outcome.kind !== 'token') return this.#fail(problemOf(outcome));
    this.problem = undefined;
    this.hasWrongDetails = false;
    const { accessToken, expiresInSeconds } = outcome;
    this.events.emit('granted', { accessToken, expiresInSeconds });
  }

  #fail(said: LocalizedText, hasWrongDetails = false): void {
    if (this.#signal.aborted) return;
    this.problem = said;
    this.hasWrongDetails = hasWrongDetails;
    this.events.emit('failed');
  }
}

/** Returns why a dialog ended without a grant, followed by the network's own message. */
export const problemOf =
  (outcome: Exclude<RedirectOutcome, { kind: 'token' | 'code' }>): LocalizedText =>
  ({ words }) => {
    if (outcome.kind === 'wrong-state' || outcome.kind === 'not-yet')
      return words(outcome.kind === 'not-yet' ? 'signIn.endedElsewhere' : 'signIn.anotherSignIn');
    const { error, said } = outcome;
    const why = outcome.kind === 'denied' ? words('signIn.declined') : words(`signIn.problems.${outcome.problem}`);
    return [
      why,
      ...(error === undefined ? [] : [words('signIn.error', { error })]),
      ...(said === undefined ? [] : [words('clickRequest.said', { said })]),
    ].join(' ');
  };

/** Returns the advice for an error: an address that was typed in may be wrong. */
function adviceFor(kind: NetworkError['kind']): 'checkKey' | 'checkAddress' | 'tryAgain' {
  if (kind === 'bad-key') return 'checkKey';
  return kind === 'offline' || kind === 'not-found' || kind === 'bad-answer' ? 'checkAddress' : 'tryAgain';
}

/** Returns why a token is refused or the dialog could not be opened. A system error keeps its own message. */
export function failureOf(error: unknown): LocalizedText {
  if (error instanceof UserFacingError)
    return (locale) => `${localize(error.why, locale)} ${localize(error.advice, locale)}`;
  if (error instanceof NetworkError)
    return (locale) =>
      [
        failureWords(error.kind, locale),
        ...(error.said === undefined ? [] : [locale.words('clickRequest.said', { said: error.said })]),
        locale.words(`signIn.${adviceFor(error.kind)}`),
      ].join(' ');
  if (error instanceof TimedOut) return ({ words }) => words('signIn.timedOut');
  if (error instanceof AuthorizationFailed) return ({ words }) => words('signIn.notLoaded');
  if (error instanceof NotAWebAddress) return failureOf(userFacingError('notAWebAddress', error));
  // The text of fetch's error ("fetch failed") is meant for a log.
  if (error instanceof TypeError)
    return ({ words }) => `${words('clickRequest.trouble.offline')} ${words('signIn.tryAgain')}`;
  return errorMessage(error);
}
