import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorMessage } from '../../../common/error-message.ts';
import { MAX_SOUND_SECONDS, softened } from '../../../common/wave.ts';
import type { Log } from '../../base/log.ts';
import { PRIVATE_FILE_MODE } from '../../base/private-files.ts';
import type { DesktopNotification, NotificationSound } from '../display.ts';
import { onPath } from '../linux/paths.ts';

/** Program that plays a WAV file. */
interface Player {
  program: string;
  arguments: (file: string) => string[];
}

/** Players by system, most common first. */
const PLAYERS: Partial<Record<NodeJS.Platform, Player[]>> = {
  linux: ['pw-play', 'paplay', 'aplay'].map((program) => ({ program, arguments: (file) => [file] })),
  darwin: [{ program: 'afplay', arguments: (file) => [file] }],
  win32: [
    {
      program: 'powershell.exe',
      // A quote in the path would end the string, so it is doubled.
      arguments: (file) => [
        '-NoProfile',
        '-NonInteractive',
        '-Command',
        `(New-Object System.Media.SoundPlayer '${file.replaceAll("'", "''")}').PlaySync()`,
      ],
    },
  ],
};

/** Maximum playing time in ms, longer than any sound: ends a player that waits for a device. */
const MAX_PLAY_MS = (MAX_SOUND_SECONDS + 5) * 1000;

export interface SoundPlayer {
  /** Whether the system has a program that plays sounds. */
  readonly available: boolean;
  /** Plays a sound, if possible. Never throws: the notification is then shown without sound. */
  play(sound: NotificationSound): void;
  close(): void;
}

/** Creates a player that uses the system's player program. `soundsDir`: the built-in sounds, written by the build. */
export function createSoundPlayer(
  log: Log,
  soundsDir: string,
  { env, platform }: { env: Record<string, string | undefined>; platform: NodeJS.Platform } = process,
): SoundPlayer {
  const found = (PLAYERS[platform] ?? [])
    .map((player) => ({ ...player, program: onPath(player.program, env['PATH']) }))
    .find(({ program }) => program !== undefined);
  let folder: string | undefined;
  const files = new Map<string, string>();

  function fileOf(sound: NotificationSound): string {
    folder ??= mkdtempSync(join(tmpdir(), 'askbell-sounds-'));
    const { name, volume } = sound;
    const source = name === 'file' ? sound.file : join(soundsDir, `${name}.wav`);
    // For the user's own sound, the file's last version.
    const title = `${name}${statSync(source).mtimeMs}-${Math.round(volume * 100)}.wav`;
    let file = files.get(title);
    if (file === undefined) {
      file = join(folder, title);
      // Half the perceived volume is a quarter of the amplitude.
      writeFileSync(file, softened(readFileSync(source), volume ** 2), { mode: PRIVATE_FILE_MODE });
      files.set(title, file);
    }
    return file;
  }

  function fileOrStandIn(sound: NotificationSound): string {
    try {
      return fileOf(sound);
    } catch (error) {
      if (sound.name !== 'file') throw error;
      log.warn(`The sound file could not be read, so another is played: ${errorMessage(error)}`);
      return fileOf({ name: 'bell', volume: sound.volume });
    }
  }

  return {
    available: found !== undefined,
    play(sound) {
      if (!found || sound.volume === 0) return;
      try {
        const child = spawn(found.program!, found.arguments(fileOrStandIn(sound)), {
          stdio: 'ignore',
          timeout: MAX_PLAY_MS,
          windowsHide: true,
        });
        child.once('error', (error) => log.warn(`A sound could not be played: ${error.message}`));
        child.once(
          'exit',
          (code) =>
            void (
              code === 0 ||
              code === null ||
              log.warn(`A sound could not be played: ${found.program} ended with ${code}`)
            ),
        );
        child.unref();
      } catch (error) {
        log.warn(`A sound could not be played: ${errorMessage(error)}`);
      }
    },
    close() {
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
      folder = undefined;
      files.clear();
    },
  };
}

/** Plays a notification's own sound, if possible. Returns the notification to pass to the system. */
export function playOwnSound(sounds: SoundPlayer, notification: DesktopNotification): DesktopNotification {
  if (!notification.sound || !sounds.available) return notification;
  sounds.play(notification.sound);
  return { ...notification, silent: true };
}
