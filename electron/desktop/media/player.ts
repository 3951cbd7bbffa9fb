import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorMessage } from '../../../common/error-message.ts';
import { MAX_SOUND_SECONDS, softened } from '../../../common/wave.ts';
import type { Log } from '../../base/log.ts';
import { PRIVATE_FILE_MODE } from '../../base/private-files.ts';
import type { DesktopNotification, NotificationSound } from '../desktop.ts';
import { onPath } from '../linux/environment.ts';

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

/** Player of Askbell's own sounds by the system's player program. */
export class SoundPlayer {
  /** Whether the system has a program that plays sounds. */
  readonly available: boolean;
  readonly #log: Log;
  readonly #soundsDir: string;
  readonly #player: { program: string; arguments: (file: string) => string[] } | undefined;
  readonly #files = new Map<string, string>();
  #folder: string | undefined;

  /** @param soundsDir the built-in sounds, written by the build */
  constructor(
    log: Log,
    soundsDir: string,
    { env, platform }: { env: Record<string, string | undefined>; platform: NodeJS.Platform } = process,
  ) {
    this.#log = log;
    this.#soundsDir = soundsDir;
    this.#player = (PLAYERS[platform] ?? []).flatMap((player) => {
      const program = onPath(player.program, env['PATH']);
      return program === undefined ? [] : [{ ...player, program }];
    })[0];
    this.available = this.#player !== undefined;
  }

  /** Plays a sound, if possible. Never throws: the notification is then shown without sound. */
  play(sound: NotificationSound): void {
    const player = this.#player;
    if (!player || sound.volume === 0) return;
    const warn = (why: string) => this.#log.warn(`A sound could not be played: ${why}`);
    try {
      const child = spawn(player.program, player.arguments(this.#fileOrStandIn(sound)), {
        stdio: 'ignore',
        timeout: MAX_PLAY_MS,
        windowsHide: true,
      });
      child.once('error', (error) => warn(error.message));
      child.once('exit', (code) => {
        if (code !== 0 && code !== null) warn(`${player.program} ended with ${code}`);
      });
      child.unref();
    } catch (error) {
      warn(errorMessage(error));
    }
  }

  close(): void {
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
    this.#folder = undefined;
    this.#files.clear();
  }

  #fileOrStandIn(sound: NotificationSound): string {
    try {
      return this.#fileOf(sound);
    } catch (error) {
      if (sound.name !== 'file') throw error;
      this.#log.warn(`The sound file could not be read, so a built-in sound is played: ${errorMessage(error)}`);
      return this.#fileOf({ name: 'bell', volume: sound.volume });
    }
  }

  /** Returns a sound with its volume, written when it is first played. */
  #fileOf(sound: NotificationSound): string {
    this.#folder ??= mkdtempSync(join(tmpdir(), 'askbell-sounds-'));
    const { name, volume } = sound;
    const source = name === 'file' ? sound.file : join(this.#soundsDir, `${name}.wav`);
    // For the user's own sound, the file's last version.
    const title = `${name}${statSync(source).mtimeMs}-${Math.round(volume * 100)}.wav`;
    let file = this.#files.get(title);
    if (file === undefined) {
      file = join(this.#folder, title);
      // Half the perceived volume is a quarter of the amplitude.
      writeFileSync(file, softened(readFileSync(source), volume ** 2), { mode: PRIVATE_FILE_MODE });
      this.#files.set(title, file);
    }
    return file;
  }
}

/** Plays a notification's own sound, if possible. Returns the notification to pass to the system. */
export function playOwnSound(
  sounds: Pick<SoundPlayer, 'available' | 'play'>,
  notification: DesktopNotification,
): DesktopNotification {
  if (!notification.sound || !sounds.available) return notification;
  sounds.play(notification.sound);
  return { ...notification, silent: true };
}
