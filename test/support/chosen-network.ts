import type { ChosenNetwork } from '../../electron/store/settings.ts';

/** Returns a network that a person entered themselves, unless `part` says otherwise. */
export const chosenNetwork = (part: Partial<ChosenNetwork> = {}): ChosenNetwork => ({
  kind: 'other',
  id: 'other:mine',
  name: 'Mine',
  apiBaseUrl: 'https://api.example',
  authUrl: 'https://auth.example',
  clientId: 'mine',
  ...part,
});
