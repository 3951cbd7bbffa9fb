import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { contract } from '../../../common/contract/contract.ts';
import { errorMessage } from '../../../common/error-message.ts';
import { MAX_SOUND_BYTES, MAX_SOUND_SECONDS, readWave } from '../../../common/wave.ts';
import { PRIVATE_FILE_MODE } from '../../base/private-files.ts';
import { SOUND_FILE, soundFileIn } from '../notifications/desktop-notification.ts';
import type { AgentContext, Handlers } from '../context.ts';
import { UserFacingError, userFacingError } from '../user-facing-error.ts';
import type { Preferences } from './preferences.ts';

/** The user's own notification sound, stored as a file in the data folder. */
export class OwnSound implements Handlers<typeof contract.sound> {
  readonly #context: AgentContext;
  readonly #preferences: Preferences;

  constructor(context: AgentContext, preferences: Preferences) {
    this.#context = context;
    this.#preferences = preferences;
  }

  get(): { file?: { name: string; seconds: number }; missing: boolean } {
    const { soundFileName, preferences } = this.#context.settings.get();
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
  async choose({ name, wav }: { name: string; wav: string }): Promise<void> {
    const bytes = Buffer.from(wav, 'base64');
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
    this.#context.settings.change({ soundFileName: name });
    await this.#preferences.change({ sound: 'file' });
  }

  async remove(): Promise<void> {
    const { settings } = this.#context;
    rmSync(this.#file(), { force: true });
    settings.change({ soundFileName: undefined });
    if (settings.get().preferences.sound === 'file') await this.#preferences.change({ sound: 'default' });
  }

  #file(): string {
    return soundFileIn(this.#context.dataDir);
  }
}
