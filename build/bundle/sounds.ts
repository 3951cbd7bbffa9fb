import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeWave, SAMPLE_RATE_HZ } from '../../common/wave.ts';
import type { SoundName } from '../../electron/desktop/desktop.ts';

/** Askbell's own sounds, drawn as sums of tones: a recording would need a licence, and be larger. */

/** Partial of a sound: start and duration in seconds, frequency in hertz, share of the amplitude. */
interface Tone {
  at: number;
  rings: number;
  pitch: number;
  share: number;
}

/** Returns the partials of a struck bar or bell; higher ones are shorter. */
const struck = (at: number, pitch: number, rings: number, share: number): Tone[] => [
  { at, pitch, rings, share },
  { at, pitch: pitch * 2.76, rings: rings * 0.4, share: share * 0.35 },
  { at, pitch: pitch * 5.4, rings: rings * 0.2, share: share * 0.15 },
];

const SOUNDS: Record<SoundName, Tone[]> = {
  bell: struck(0, 880, 1.1, 0.6),
  chime: [...struck(0, 1046.5, 0.7, 0.4), ...struck(0.16, 1568, 0.9, 0.4)],
  knock: [...struck(0, 180, 0.09, 0.7), ...struck(0.15, 160, 0.09, 0.7)],
};

/** A built-in sound as a WAV file (16 bit, mono), at full volume. */
export function waveFile(name: SoundName): Uint8Array {
  const tones = SOUNDS[name];
  const length = Math.ceil(Math.max(...tones.map(({ at, rings }) => at + rings)) * SAMPLE_RATE_HZ);
  return encodeWave(
    [Float32Array.from({ length }, (_, index) => amplitude(tones, index / SAMPLE_RATE_HZ))],
    SAMPLE_RATE_HZ,
  );
}

/** The sum of the tones at a moment, in seconds. */
function amplitude(tones: readonly Tone[], now: number): number {
  let sum = 0;
  for (const { at, rings, pitch, share } of tones) {
    const since = now - at;
    if (since < 0 || since > rings) continue;
    // An attack of 2 ms avoids a click; then the tone decays to zero.
    const swell = Math.min(1, since / 0.002);
    const decay = Math.exp((-5 * since) / rings) * (1 - since / rings);
    sum += share * swell * decay * Math.sin(2 * Math.PI * pitch * since);
  }
  return sum;
}

/** Writes every built-in sound into a folder. */
export function writeSounds(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of Object.keys(SOUNDS) as SoundName[]) writeFileSync(join(folder, `${name}.wav`), waveFile(name));
}
