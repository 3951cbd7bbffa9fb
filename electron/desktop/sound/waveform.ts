import type { SoundName } from '../desktop.ts';

const SAMPLES_PER_SECOND = 44_100;

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

/** Returns a sound as a WAV file (16 bit, mono). `volume` is perceived volume, from 0 to 1. Pure. */
export function waveFile(name: SoundName, volume: number): Uint8Array {
  const tones = SOUNDS[name];
  const length = Math.ceil(Math.max(...tones.map(({ at, rings }) => at + rings)) * SAMPLES_PER_SECOND);
  const loudness = volume ** 2;
  const file = Buffer.alloc(44 + length * 2);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + length * 2, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(SAMPLES_PER_SECOND, 24);
  file.writeUInt32LE(SAMPLES_PER_SECOND * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(length * 2, 40);
  for (let index = 0; index < length; index++) {
    const now = index / SAMPLES_PER_SECOND;
    let sample = 0;
    for (const { at, rings, pitch, share } of tones) {
      const since = now - at;
      if (since < 0 || since > rings) continue;
      // An attack of 2 ms avoids a click; then the tone decays to zero.
      const swell = Math.min(1, since / 0.002);
      sample +=
        share * swell * Math.exp((-5 * since) / rings) * (1 - since / rings) * Math.sin(2 * Math.PI * pitch * since);
    }
    file.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample * loudness)) * 32_767), 44 + index * 2);
  }
  return file;
}
