import { errorMessage } from '../../../../common/error-message.ts';
import { NetworkError } from '../../../api/errors.ts';
import type { Network } from '../../../api/network.ts';
import type { Log } from '../../../log.ts';
import type { ChosenNetwork } from '../../../store/settings.ts';
import { UserFacingError, userFacingError } from '../../domain/user-facing-error.ts';
import { walkDialog } from './demo-sign-in.ts';
import { prepareDialog, type Dialog, type DialogParts, type Grant } from './dialog.ts';
import { identify, type Identity } from './identify.ts';
import { findRefusedWays } from './probe.ts';
import { describePlan, meansOf, planWays, SIGN_IN_WAYS, type SignInWay, type WayPlan } from './ways.ts';

/** The key of a sign-in. */
export interface KeyToUse {
  key: string | undefined;
  /** It was read from the secret store, and stays there as it is: a key that could not be read is not deleted. */
  isKeyStored?: boolean | undefined;
}

/** A sign-in under way: the network, the key it is done with, and the network's dialog. */
interface OpenDialog extends KeyToUse {
  chosen: ChosenNetwork;
  dialog: Dialog;
  /** The ways that are left, should this one come to nothing. */
  otherWays: readonly SignInWay[];
}

/** A sign-in that worked. */
export interface CompletedSignIn extends KeyToUse {
  chosen: ChosenNetwork;
  grant: Grant;
  identity: Identity;
  network: Network;
}

export interface SignInFlowParts extends DialogParts {
  desktop: DialogParts['desktop'] & { readonly opensDeepLinks: boolean; readClipboard?(): Promise<string> };
  log: Log;
  /** Whether the demo network is one that is signed in to in the person's browser. */
  isDemoInBrowser: boolean;
  /** Gives a chosen network with its addresses; rejects where they cannot be had. */
  resolveAddress: (chosen: ChosenNetwork) => Promise<ChosenNetwork>;
  openNetwork: (chosen: ChosenNetwork, key: string | undefined, accessToken: string) => Network;
  /** The dialog of a network is open. */
  onOpened: (networkId: string) => void;
  onCompleted: (signIn: CompletedSignIn) => Promise<void>;
  /** What `current` tells has changed. */
  onChange: () => void;
}

/** How a sign-in is begun. */
export interface SignInStart extends KeyToUse {
  chosen: ChosenNetwork;
  /** Goes through the dialog in the person's place; gives the address it ends at. */
  walk?: ((dialogUrl: string) => Promise<string>) | undefined;
}

/** One sign-in at a time: opens a network's dialog and waits until it was granted or cancelled. */
export class SignInFlow {
  readonly #parts: SignInFlowParts;
  #current: OpenDialog | undefined;
  /** Counts the sign-ins, so that one overtaken while it was starting gives up. */
  #attempt = 0;
  /** Resolves when the open dialog has come to something: signed in, a problem, or cancelled. */
  #outcome = Promise.withResolvers<void>();

  constructor(parts: SignInFlowParts) {
    this.#parts = parts;
  }

  /** The sign-in whose dialog is open. */
  current(): OpenDialog | undefined {
    return this.#current;
  }

  /** What people are shown of the sign-in whose dialog is open. */
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

  /** Resolves when the sign-in that was begun last has worked, failed or been cancelled. */
  outcome(): Promise<void> {
    return this.#outcome.promise;
  }

  /**
   * Opens the dialog of a network in the place of any other, by the best way there is. @throws UserFacingError where
   * the network cannot be reached
   */
  async begin({ chosen, ...start }: SignInStart): Promise<void> {
    const attempt = this.#overtake();
    const addressed = await this.#parts.resolveAddress(chosen);
    const plan = await this.#plan(addressed);
    // Another sign-in began, or this one was cancelled, while the demo network was starting.
    if (attempt !== this.#attempt) return;
    this.#parts.log.info(`sign-in: ${describePlan(plan)}`);
    const ways = plan.ways.map(({ way }) => way);
    await this.#open({ chosen: addressed, ...start }, ways, attempt);
  }

  /** Goes on to the next way, the one before having come to nothing. @throws UserFacingError where there is none */
  async tryAnotherWay(): Promise<void> {
    const current = this.#current;
    if (!current || current.otherWays.length === 0) throw userFacingError('noDialog');
    const { chosen, key, isKeyStored, otherWays } = current;
    await this.#open({ chosen, key, isKeyStored }, otherWays, this.#overtake());
  }

  /** Takes the address, fragment or token that the person pasted. @throws UserFacingError where no dialog is open */
  paste(text: string): void {
    if (!this.#current) throw userFacingError('noDialog');
    this.#current.dialog.paste(text);
  }

  /**
   * Takes the open dialog's answer from the clipboard, if it is there, and leaves anything else there alone. Gives
   * whether it was. Done only where the person allowed it.
   */
  async takeFromClipboard(): Promise<boolean> {
    if (!this.#current) return false;
    const text = await this.#parts.desktop.readClipboard?.();
    return text !== undefined && (this.#current?.dialog.offer(text) ?? false);
  }

  /** Gives up the sign-in, also one whose dialog is not open yet. */
  cancel(): void {
    this.#attempt++;
    this.#current?.dialog.cancel();
    this.#current = undefined;
    this.#parts.onChange();
  }

  /** Closes the dialog, for the end of the program. */
  stop(): void {
    this.#current?.dialog.cancel();
  }

  #overtake(): number {
    this.#current?.dialog.cancel();
    this.#current = undefined;
    this.#outcome = Promise.withResolvers();
    return ++this.#attempt;
  }

  /** Which ways there are at this network: known of some networks, and asked of the others before the first sign-in. */
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
  async #open(start: SignInStart, ways: readonly SignInWay[], attempt: number): Promise<void> {
    const { chosen, key, isKeyStored, walk } = start;
    const [way = 'implicit', ...otherWays] = ways;
    const preparing = prepareDialog(chosen, way, this.#parts, {
      grant: (grant) => void this.#complete(opened, grant).catch((error: unknown) => opened.dialog.reject(error)),
      cancelled: () => {
        if (this.#current === opened) this.#current = undefined;
        this.#changed();
      },
      change: () => this.#changed(),
    });
    const dialog = await preparing.catch((error: unknown) => {
      if (otherWays.length === 0) throw error;
      this.#parts.log.warn(`sign-in: not ${way}: ${errorMessage(error)}`);
    });
    if (!dialog) return attempt === this.#attempt ? this.#open(start, otherWays, attempt) : undefined;
    const opened: OpenDialog = { chosen, key, isKeyStored, dialog, otherWays };
    if (attempt !== this.#attempt) return dialog.cancel();
    this.#current = opened;
    this.#parts.onOpened(chosen.id);
    dialog.start(walk ?? this.#demoWalk(chosen));
  }

  /** Without a window for the dialog, Askbell goes through the demo network's by itself: one click is enough. */
  #demoWalk(chosen: ChosenNetwork): SignInStart['walk'] {
    const { desktop, fetch, isDemoInBrowser } = this.#parts;
    if (chosen.kind !== 'demo' || isDemoInBrowser || desktop.authorize !== undefined) return undefined;
    return (dialogUrl) => walkDialog(dialogUrl, fetch);
  }

  #changed(): void {
    this.#parts.onChange();
    this.#outcome.resolve();
  }

  /** A grant belongs to the dialog it came from, whatever was begun since. */
  async #complete(from: OpenDialog, grant: Grant): Promise<void> {
    if (this.#current !== from) return;
    const { chosen, key, isKeyStored, dialog } = from;
    const network = this.#parts.openNetwork(chosen, key, grant.accessToken);
    let identity;
    try {
      identity = await identify(network, this.#parts.locale().words);
    } catch (error) {
      dialog.reject(error);
      return;
    }
    if (this.#current !== from) return;
    this.#current = undefined;
    dialog.cancel();
    const signInWay = dialog.way === 'window' ? undefined : dialog.way;
    const completed = { chosen: { ...chosen, signInWay }, key, isKeyStored, grant, identity, network };
    await this.#parts.onCompleted(completed);
    this.#outcome.resolve();
  }
}
