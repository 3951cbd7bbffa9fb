import type { Network } from '../../api/network.ts';
import type { Desktop } from '../../desktop/desktop.ts';
import type { ChosenNetwork } from '../../store/settings.ts';
import { userFacingError } from '../domain/user-facing-error.ts';
import { identify, openDialog, type Dialog, type Grant, type Identity } from './sign-in.ts';

/** A sign-in under way: the network, the key it is done with, and the network's dialog. */
interface OpenDialog {
  chosen: ChosenNetwork;
  key: string;
  dialog: Dialog;
}

/** A sign-in that worked. */
export interface CompletedSignIn {
  chosen: ChosenNetwork;
  key: string;
  grant: Grant;
  identity: Identity;
  network: Network;
}

export interface SignInFlowParts {
  /** Gives a chosen network with its addresses; rejects where they cannot be had. */
  resolveAddress: (chosen: ChosenNetwork) => Promise<ChosenNetwork>;
  openNetwork: (chosen: ChosenNetwork, key: string, accessToken: string) => Network;
  /** The dialog of a network is open. */
  onOpened: (networkId: string) => void;
  onCompleted: (signIn: CompletedSignIn) => Promise<void>;
  /** What `current` tells has changed. */
  onChange: () => void;
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

  /** Resolves when the sign-in that was begun last has worked, failed or been cancelled. */
  outcome(): Promise<void> {
    return this.#outcome.promise;
  }

  /** Opens the dialog of a network in the place of any other. */
  async begin(chosen: ChosenNetwork, key: string, authorize: Desktop['authorize']): Promise<void> {
    this.#current?.dialog.cancel();
    this.#current = undefined;
    this.#outcome = Promise.withResolvers();
    const attempt = ++this.#attempt;
    const addressed = await this.#parts.resolveAddress(chosen);
    // Another sign-in began, or this one was cancelled, while the demo network was starting.
    if (attempt !== this.#attempt) return;
    const opened: OpenDialog = {
      chosen: addressed,
      key,
      dialog: openDialog(addressed, authorize, {
        grant: (grant) => void this.#complete(opened, grant).catch((error: unknown) => opened.dialog.reject(error)),
        cancelled: () => {
          if (this.#current === opened) this.#current = undefined;
          this.#changed();
        },
        change: () => this.#changed(),
      }),
    };
    this.#current = opened;
    this.#parts.onOpened(chosen.id);
  }

  /** Takes the address, fragment or token that the person pasted. @throws UserFacingError where no dialog is open */
  paste(text: string): void {
    if (!this.#current) throw userFacingError('noDialog');
    this.#current.dialog.paste(text);
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

  #changed(): void {
    this.#parts.onChange();
    this.#outcome.resolve();
  }

  /** A grant belongs to the dialog it came from, whatever was begun since. */
  async #complete(from: OpenDialog, grant: Grant): Promise<void> {
    if (this.#current !== from) return;
    const { chosen, key } = from;
    const network = this.#parts.openNetwork(chosen, key, grant.accessToken);
    let identity;
    try {
      identity = await identify(network);
    } catch (error) {
      from.dialog.reject(error);
      return;
    }
    if (this.#current !== from) return;
    this.#current = undefined;
    from.dialog.cancel();
    await this.#parts.onCompleted({ chosen, key, grant, identity, network });
    this.#outcome.resolve();
  }
}
