import type { Network } from '../../api/network.ts';
import type { ProfileHistory } from '../../store/profile-history.ts';
import type { ChosenNetwork } from '../../store/settings.ts';

/** A person on a network. Without `network` the token is gone: what was received is there, nothing new comes. */
export interface SignedIn {
  chosen: ChosenNetwork;
  profile: ProfileHistory;
  network: Network | undefined;
}
