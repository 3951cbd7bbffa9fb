import { errorMessage, errorStack } from '../../../../common/error-message.ts';
import { NetworkError } from '../../../api/errors.ts';
import type { Network } from '../../../api/network.ts';
import type { Log } from '../../../base/log.ts';
import type { ChosenNetwork } from '../../../store/settings.ts';
import { UserFacingError, userFacingError } from '../../user-facing-error.ts';
import { walkDialog } from './demo-sign-in.ts';
import { prepareDialog, type Dialog, type DialogParts, type Grant } from './dialog.ts';
import { identify, type Identity } from './identify.ts';
import { findRefusedWays } from './probe.ts';
import { describePlan, meansOf, planWays, SIGN_IN_WAYS, type SignInWay, type WayPlan } from './ways.ts';

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
