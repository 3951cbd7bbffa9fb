import type { Network } from '../../api/network.ts';
import type { ProfileHistory } from '../../store/profile-history.ts';
import type { ChosenNetwork } from '../../store/settings.ts';

/** A user on a network. Without `network` the token is gone: the history can be read, but nothing is polled. */
export interface SignedIn {
  chosen: ChosenNetwork;
  profile: ProfileHistory;
  network: Network | undefined;
}
