import type { Network } from '../api/network.ts';
import type { Codes } from './codes.ts';

/** A network that people can sign in to. */
export interface SignInNetwork extends Network {
  /** Codes of the explicit flow, waiting to be exchanged. */
  readonly codes: Codes;
  /** A new code or token that nobody can guess. */
  credential(): string;
  /** Called when a person has let an application in. */
  onSignIn?: (accountId: number) => void;
}
