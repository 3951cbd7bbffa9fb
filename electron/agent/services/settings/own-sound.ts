import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorMessage } from '../../../../common/error-message.ts';
import { MAX_SOUND_BYTES, MAX_SOUND_SECONDS, readWave } from '../../../../common/wave.ts';
import type { NotificationSound } from '../../../desktop/desktop.ts';
import { PRIVATE_FILE_MODE } from '../../../private-files.ts';
import type { Preferences, SettingsStore } from '../../../store/settings.ts';
import { UserFacingError, userFacingError } from '../../domain/user-facing-error.ts';

/** Where the person's own sound is kept, in the data folder. */
const SOUND_FILE = 'askbell-sound.wav';

/** What is played where the person's own sound has gone. */
const STAND_IN = 'bell';

export interface OwnSoundParts {
  dataDir: string;
  settings: SettingsStore;
  changePreferences: (part: Partial<Preferences>) => Promise<Preferences>;
}

/** Where the person's own sound is, or would be. */
export const soundFileIn = (dataDir: string): string => join(dataDir, SOUND_FILE);

/** The sound of a notification, where it is not the system's. */
export function soundOf(
  { sound, volume }: Pick<Preferences, 'sound' | 'volume'>,
  file: string,
): NotificationSound | undefined {
  if (sound === 'default' || sound === 'none') return undefined;
  if (sound !== 'file') return { name: sound, volume };
  return existsSync(file) ? { name: 'file', file, volume } : { name: STAND_IN, volume };
}

/** Keeps the sound that a person has chosen for notifications, as a file beside the history. */
export class OwnSound {
  readonly #parts: OwnSoundParts;

  constructor(parts: OwnSoundParts) {
    this.#parts = parts;
  }

  get(): { file?: { name: string; seconds: number }; missing: boolean } {
    const { settings } = this.#parts;
    const { soundFileName, preferences } = settings.get();
    const wave = existsSync(this.#file()) ? readWave(readFileSync(this.#file())) : undefined;
    return {
      ...(wave && { file: { name: soundFileName ?? SOUND_FILE, seconds: wave.seconds } }),
      missing: preferences.sound === 'file' && !wave,
    };
  }

  /** @throws UserFacingError for what is no sound that every player takes, is too long, or cannot be kept */
  async choose(name: string, base64: string): Promise<void> {
    const { settings, changePreferences } = this.#parts;
    const bytes = Buffer.from(base64, 'base64');
    const wave = readWave(bytes);
    if (!wave) throw userFacingError('noSound');
    if (wave.seconds > MAX_SOUND_SECONDS || bytes.length > MAX_SOUND_BYTES) throw userFacingError('longSound');
    const part = `${this.#file()}.part`;
    try {
      // Written whole or not at all: half a file would be heard as half a sound.
      writeFileSync(part, bytes, { mode: PRIVATE_FILE_MODE });
      renameSync(part, this.#file());
    } catch (error) {
      rmSync(part, { force: true });
      throw new UserFacingError(({ words }) => words('errors.soundNotKept'), errorMessage(error));
    }
    settings.change({ soundFileName: name });
    await changePreferences({ sound: 'file' });
  }

  async remove(): Promise<void> {
    const { settings, changePreferences } = this.#parts;
    rmSync(this.#file(), { force: true });
    settings.change({ soundFileName: undefined });
    if (settings.get().preferences.sound === 'file') await changePreferences({ sound: 'default' });
  }

  #file(): string {
    return soundFileIn(this.#parts.dataDir);
  }
}
