import { onTestFinished } from 'vitest';
import { openHistory, type History } from '../../electron/store/history.ts';
import { ADA } from './events.ts';
import type { ProfileHistory } from '../../electron/store/profile-history.ts';

export type { History, ProfileHistory };

/** Opens an empty history with the profile of Ada at the demo network; it is closed after the test. */
export function openProfile(): { history: History; profile: ProfileHistory } {
  const history = openHistory(':memory:');
  onTestFinished(() => history.close());
  return { history, profile: history.profile(ADA) };
}
