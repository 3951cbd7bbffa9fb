import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { NotificationSound } from '../../desktop/display.ts';
import type { Preferences } from '../../store/settings.ts';

/** File name of the user's own sound, in the data folder. */
export const SOUND_FILE = 'askbell-sound.wav';

/** Sound played if the file of the user's own sound no longer exists. */
const STAND_IN = 'bell';

/** Returns the path of the user's own sound. */
export const soundFileIn = (dataDir: string): string => join(dataDir, SOUND_FILE);

/** Returns the sound of a notification, or undefined for the system's or none. */
export function soundOf(
  { sound, volume }: Pick<Preferences, 'sound' | 'volume'>,
  file: string,
): NotificationSound | undefined {
  if (sound === 'default' || sound === 'none') return undefined;
  if (sound !== 'file') return { name: sound, volume };
  return existsSync(file) ? { name: 'file', file, volume } : { name: STAND_IN, volume };
}
