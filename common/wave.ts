/** Maximum length of the user's own sound in seconds, since it is played often. */
export const MAX_SOUND_SECONDS = 10;
/** Ten seconds in stereo, with room for a header. */
export const MAX_SOUND_BYTES = 2_000_000;
/** Sample rate of stored sounds in Hz, supported by every player. */
export const SAMPLE_RATE_HZ = 44_100;

const HEAD_BYTES = 44;
const PCM = 1;
const BYTES_PER_SAMPLE = 2;
const LOUDEST_SAMPLE = 32_767;

/** WAV file in a format that every player supports: 16 bit, mono or stereo. */
export interface Wave {
  channels: number;
  /** Samples per second. */
  rate: number;
  seconds: number;
  /** Range of the samples in the file, in bytes. */
  from: number;
  to: number;
}

/** Encodes a sound as 16-bit WAV. `channels`: samples from -1 to 1, the same number in each. Pure. */
export function encodeWave(channels: readonly Float32Array[], rate: number): Uint8Array<ArrayBuffer> {
  const frames = channels[0]?.length ?? 0;
  const block = channels.length * BYTES_PER_SAMPLE;
  const file = new Uint8Array(HEAD_BYTES + frames * block);
  const view = new DataView(file.buffer);
  const write = (at: number, text: string) => file.set(new TextEncoder().encode(text), at);
  write(0, 'RIFF');
  view.setUint32(4, file.length - 8, true);
  write(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, PCM, true);
  view.setUint16(22, channels.length, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * block, true);
  view.setUint16(32, block, true);
  view.setUint16(34, 8 * BYTES_PER_SAMPLE, true);
  write(36, 'data');
  view.setUint32(40, frames * block, true);
  for (let frame = 0, at = HEAD_BYTES; frame < frames; frame++)
    for (const samples of channels) {
      const sample = Math.max(-1, Math.min(1, samples[frame] ?? 0));
      view.setInt16(at, Math.round(sample * LOUDEST_SAMPLE), true);
      at += BYTES_PER_SAMPLE;
    }
  return file;
}

/** Reads the header of a file; undefined for other formats and for an empty sound. Never throws. Pure. */
export function readWave(file: Uint8Array): Wave | undefined {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const text = (at: number) => String.fromCodePoint(...file.subarray(at, at + 4));
  if (file.length < HEAD_BYTES || text(0) !== 'RIFF' || text(8) !== 'WAVE') return undefined;
  let format: Pick<Wave, 'channels' | 'rate'> | undefined;
  for (let at = 12; at + 8 <= file.length;) {
    const size = view.getUint32(at + 4, true);
    const begin = at + 8;
    if (text(at) === 'fmt ' && begin + 16 <= file.length) {
      if (view.getUint16(begin, true) !== PCM || view.getUint16(begin + 14, true) !== 8 * BYTES_PER_SAMPLE)
        return undefined;
      format = { channels: view.getUint16(begin + 2, true), rate: view.getUint32(begin + 4, true) };
    }
    if (text(at) === 'data') return format && waveOf(format, begin, Math.min(begin + size, file.length));
    // Chunks begin at even offsets.
    at = begin + size + (size % 2);
  }
  return undefined;
}

function waveOf({ channels, rate }: Pick<Wave, 'channels' | 'rate'>, from: number, end: number): Wave | undefined {
  if (channels < 1 || channels > 2 || rate < 8000 || rate > 192_000) return undefined;
  const block = channels * BYTES_PER_SAMPLE;
  const frames = Math.floor((end - from) / block);
  return frames > 0 ? { channels, rate, seconds: frames / rate, from, to: from + frames * block } : undefined;
}

/** Returns the sound scaled to `share` of its volume (from 0 to 1), or another kind of file unchanged. Pure. */
export function softened(file: Uint8Array, share: number): Uint8Array {
  const wave = readWave(file);
  if (!wave) return file;
  // A copy: `slice` of Node's buffers would share the bytes.
  const soft = new Uint8Array(file);
  const view = new DataView(soft.buffer);
  for (let at = wave.from; at < wave.to; at += BYTES_PER_SAMPLE)
    view.setInt16(at, Math.round(view.getInt16(at, true) * share), true);
  return soft;
}
