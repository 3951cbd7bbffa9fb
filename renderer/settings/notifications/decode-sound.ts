import { encodeWave, MAX_SOUND_SECONDS, SAMPLE_RATE_HZ } from '../../../common/wave.ts';

/** Larger files are not read at all: a sound of ten seconds is far smaller, however it is written. */
const MAX_FILE_BYTES = 20_000_000;

/** What became of a file: a sound as every player takes it, or why it is none. */
export type Decoded = { wav: string } | { tooLong: number } | 'unreadable';

/** Reads any audio file that the browser knows, and writes it as a WAV file, in base64. Never rejects. */
export async function decodeSound(file: File): Promise<Decoded> {
  if (file.size > MAX_FILE_BYTES) return 'unreadable';
  try {
    // It plays nothing: it only reads, and brings the sound to the one rate.
    const reader = new OfflineAudioContext(1, 1, SAMPLE_RATE_HZ);
    const sound = await reader.decodeAudioData(await file.arrayBuffer());
    if (sound.length === 0) return 'unreadable';
    if (sound.duration > MAX_SOUND_SECONDS) return { tooLong: sound.duration };
    const channels = Array.from({ length: Math.min(2, sound.numberOfChannels) }, (_, at) => sound.getChannelData(at));
    return { wav: await base64Of(encodeWave(channels, sound.sampleRate)) };
  } catch {
    return 'unreadable';
  }
}

const base64Of = (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () =>
      resolve(typeof reader.result === 'string' ? reader.result.replace(/^.*,/s, '') : ''),
    );
    reader.addEventListener('error', () => reject(new Error('The sound could not be read.')));
    reader.readAsDataURL(new Blob([bytes]));
  });
