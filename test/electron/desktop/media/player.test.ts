import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { encodeWave, readWave, softened } from '../../../../common/wave.ts';
import { SoundPlayer } from '../../../../electron/desktop/media/player.ts';
import { waveFile, writeSounds } from '../../../../build/bundle/sounds.ts';
import { silentLog } from '../../../../electron/base/log.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const samplesOf = (file: Uint8Array) => new Int16Array(file.buffer, file.byteOffset + 44, (file.byteLength - 44) / 2);
const loudest = (file: Uint8Array) => samplesOf(file).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

it.each(['bell', 'chime', 'knock'] as const)('sounds: %s is a WAV, silent at both ends, as loud as set', (name) => {
  const file = waveFile(name);
  expect(readWave(file)).toMatchObject({ to: file.length });
  const samples = samplesOf(file);
  expect([Math.abs(samples[0]!), Math.abs(samples.at(-1)!)].every((sample) => sample < 400)).toBe(true);
  expect(loudest(file)).toBeGreaterThan(12_000);
  expect(loudest(softened(file, 0.25)) / loudest(file)).toBeCloseTo(0.25, 1);
});

describe('are played', () => {
  let folder: string;
  let sounds: string;
  beforeEach(() => {
    folder = temporaryFolder();
    sounds = join(folder, 'sounds');
    writeSounds(sounds);
  });

  /** A player that a program of this name and content plays for; what it says, and the file that it heard last. */
  const playing = (name?: string, script = '') => {
    if (name) writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const warned: string[] = [];
    const log = { ...silentLog, warn: (line: string) => void warned.push(line) };
    const player = new SoundPlayer(log, sounds, { env: { PATH: folder }, platform: 'linux' });
    onTestFinished(() => player.close());
    return { player, warned };
  };
  const recording = () => {
    const heard = join(folder, 'heard.wav');
    const next = async () => {
      await expect.poll(() => existsSync(heard)).toBe(true);
      const file = readFileSync(heard);
      rmSync(heard);
      return file;
    };
    return { ...playing('paplay', `cp "$1" "${heard}.part" && mv "${heard}.part" "${heard}"`), next };
  };

  it('by a program of the system, with the volume in them', async () => {
    const { player, next } = recording();
    expect(player.available).toBe(true);
    player.play({ name: 'chime', volume: 0.3 });
    expect((await next()).equals(softened(waveFile('chime'), 0.09))).toBe(true);
  });

  it('as the person’s own file, as loud as it is set, and as another where it has gone', async () => {
    const file = join(folder, 'own.wav');
    writeFileSync(file, encodeWave([Float32Array.from([0, 0.5, -0.5])], 44_100));
    const { player, warned, next } = recording();
    player.play({ name: 'file', file, volume: 0.5 });
    expect([...samplesOf(await next())]).toEqual([0, 4096, -4096]);
    // Another one under the same name is heard from then on.
    writeFileSync(file, encodeWave([Float32Array.from([1])], 44_100));
    utimesSync(file, 1, 1);
    player.play({ name: 'file', file, volume: 1 });
    expect([...samplesOf(await next())]).toEqual([32_767]);
    rmSync(file);
    player.play({ name: 'file', file, volume: 1 });
    expect((await next()).equals(waveFile('bell'))).toBe(true);
    expect(warned).toHaveLength(1);
  });

  it('not at all where there is no such program, or where it fails: a notification must not be lost for that', async () => {
    const { player: none } = playing();
    expect(none.available).toBe(false);
    none.play({ name: 'bell', volume: 1 });
    const { player: broken, warned } = playing('aplay', 'exit 3');
    broken.play({ name: 'bell', volume: 1 });
    await expect.poll(() => warned.length).toBe(1);
  });
});
