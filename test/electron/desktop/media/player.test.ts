import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encodeWave, softened } from '../../../../common/wave.ts';
import { SoundPlayer } from '../../../../electron/desktop/media/player.ts';
import { waveFile, writeSounds } from '../../../../build/bundle/sounds.ts';
import { silentLog } from '../../../../electron/base/log.ts';

const samplesOf = (file: Uint8Array) => new Int16Array(file.buffer, file.byteOffset + 44, (file.byteLength - 44) / 2);
const loudest = (file: Uint8Array) => samplesOf(file).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

describe('sounds', () => {
  it.each(['bell', 'chime', 'knock'] as const)(
    '%s is a WAV file that begins and ends in silence and is as loud as it is set',
    (name) => {
      const file = Buffer.from(waveFile(name));
      expect(file.toString('latin1', 0, 4)).toBe('RIFF');
      expect(file.toString('latin1', 8, 16)).toBe('WAVEfmt ');
      expect(file.readUInt32LE(4)).toBe(file.length - 8);
      expect(file.readUInt32LE(40)).toBe(file.length - 44);
      const samples = samplesOf(file);
      expect([Math.abs(samples[0]!), Math.abs(samples.at(-1)!)].every((sample) => sample < 400)).toBe(true);
      expect(loudest(file)).toBeGreaterThan(12_000);
      expect(loudest(softened(waveFile(name), 0.25)) / loudest(file)).toBeCloseTo(0.25, 1);
    },
  );

  describe('are played', () => {
    let folder: string;
    let sounds: string;
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'askbell-players-'));
      sounds = join(folder, 'sounds');
      writeSounds(sounds);
    });
    afterEach(() => rmSync(folder, { recursive: true }));

    it('by a program of the system, with the volume in them', async () => {
      const heard = join(folder, 'heard.wav');
      writeFileSync(join(folder, 'paplay'), `#!/bin/sh\ncp "$1" "${heard}.part" && mv "${heard}.part" "${heard}"\n`);
      chmodSync(join(folder, 'paplay'), 0o755);
      const player = new SoundPlayer(silentLog, sounds, { env: { PATH: folder }, platform: 'linux' });
      expect(player.available).toBe(true);
      player.play({ name: 'chime', volume: 0.3 });
      await expect.poll(() => existsSync(heard)).toBe(true);
      expect(readFileSync(heard).equals(softened(waveFile('chime'), 0.09))).toBe(true);
      player.close();
    });

    it('as the person’s own file, as loud as it is set, and as another where it has gone', async () => {
      const heard = join(folder, 'heard.wav');
      writeFileSync(join(folder, 'paplay'), `#!/bin/sh\ncp "$1" "${heard}.part" && mv "${heard}.part" "${heard}"\n`);
      chmodSync(join(folder, 'paplay'), 0o755);
      const file = join(folder, 'own.wav');
      writeFileSync(file, encodeWave([Float32Array.from([0, 0.5, -0.5])], 44_100));
      const warned: string[] = [];
      const player = new SoundPlayer({ ...silentLog, warn: (line) => void warned.push(line) }, sounds, {
        env: { PATH: folder },
        platform: 'linux',
      });
      player.play({ name: 'file', file, volume: 0.5 });
      await expect.poll(() => existsSync(heard)).toBe(true);
      expect([...samplesOf(readFileSync(heard))]).toEqual([0, 4096, -4096]);
      rmSync(heard);
      // Another one under the same name is heard from then on.
      writeFileSync(file, encodeWave([Float32Array.from([1])], 44_100));
      utimesSync(file, 1, 1);
      player.play({ name: 'file', file, volume: 1 });
      await expect.poll(() => existsSync(heard)).toBe(true);
      expect([...samplesOf(readFileSync(heard))]).toEqual([32_767]);
      rmSync(heard);
      rmSync(file);
      player.play({ name: 'file', file, volume: 1 });
      await expect.poll(() => existsSync(heard)).toBe(true);
      expect(readFileSync(heard).equals(waveFile('bell'))).toBe(true);
      expect(warned).toHaveLength(1);
      player.close();
    });

    it('not at all where there is no such program, or where it fails: a notification must not be lost for that', async () => {
      const none = new SoundPlayer(silentLog, sounds, { env: { PATH: folder }, platform: 'linux' });
      expect(none.available).toBe(false);
      none.play({ name: 'bell', volume: 1 });
      const warned: string[] = [];
      writeFileSync(join(folder, 'aplay'), '#!/bin/sh\nexit 3\n');
      chmodSync(join(folder, 'aplay'), 0o755);
      const broken = new SoundPlayer({ ...silentLog, warn: (line) => void warned.push(line) }, sounds, {
        env: { PATH: folder },
        platform: 'linux',
      });
      broken.play({ name: 'bell', volume: 1 });
      await expect.poll(() => warned.length).toBe(1);
      broken.close();
    });
  });
});
