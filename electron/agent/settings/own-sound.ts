import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { errorMessage } from '../../../common/error-message.ts';
import { MAX_SOUND_BYTES, MAX_SOUND_SECONDS, readWave } from '../../../common/wave.ts';
import { PRIVATE_FILE_MODE } from '../../base/private-files.ts';
import type { Preferences, SettingsStore } from '../../store/settings.ts';
import { SOUND_FILE, soundFileIn } from '../notifications/sound.ts';
import { UserFacingError, userFacingError } from '../user-facing-error.ts';

export interface OwnSoundParts {
  dataDir: string;
  settings: SettingsStore;
  changePreferences: (part: Partial<Preferences>) => Promise<Preferences>;
}

/** The user's own notification sound, stored as a file in the data folder. */
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

  /**
   * Stores a sound.
   * @throws UserFacingError if it is not a sound that every player supports, is too long, or cannot be stored
   */
  async choose(name: string, base64: string): Promise<void> {
    const { settings, changePreferences } = this.#parts;
    const bytes = Buffer.from(base64, 'base64');
    const wave = readWave(bytes);
    if (!wave) throw userFacingError('noSound');
    if (wave.seconds > MAX_SOUND_SECONDS || bytes.length > MAX_SOUND_BYTES) throw userFacingError('longSound');
    const part = `${this.#file()}.part`;
    try {
      // Written atomically: half a file would be played as half a sound.
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
