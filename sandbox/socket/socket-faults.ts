/**
 * What can go wrong with the socket on purpose (docs/api.md, "Socket"): `mute` tells nothing but heartbeats,
 * `duplicate` every frame twice, `late` each only after a time, `garbage` what is no frame before each of them, `flood`
 * hundreds of frames for one, with counts at random.
 */
export const SOCKET_FAULTS = ['mute', 'duplicate', 'late', 'garbage', 'flood'] as const;
export type SocketFault = (typeof SOCKET_FAULTS)[number];

/** Frames that come for one in a flood. */
const FLOOD_FRAMES = 500;
/** Milliseconds by which frames are late unless something else is said. */
export const USUAL_LATENESS_MS = 30_000;

/** What is no frame, or one with nothing in it that can be understood. */
const garbageAbout = (topic: string): string[] => [
  '{"action":',
  'pong',
  '[]',
  'null',
  JSON.stringify({ action: 7, data: {} }),
  JSON.stringify({ action: topic, data: '{"Inbox":{"UnreadInboxCount":"many"}}' }),
  JSON.stringify({ action: topic, data: '{"Inbox":' }),
  JSON.stringify({ action: topic, data: null }),
  JSON.stringify({ action: `${topic}-of-somebody-else`, data: '{}' }),
];

/** A frame as the public service has it: what is told is JSON within JSON. */
export const frameOf = (topic: string, told: object): string =>
  JSON.stringify({ action: topic, data: JSON.stringify(told) });

/** What is sent for one frame, and how many milliseconds later. */
export function faultyFrames(
  { fault, latenessMs, random }: { fault: SocketFault | undefined; latenessMs: number; random: () => number },
  topic: string,
  told: object,
): { frames: string[]; afterMs: number } {
  const frame = frameOf(topic, told);
  switch (fault) {
    case undefined:
      return { frames: [frame], afterMs: 0 };
    case 'mute':
      return { frames: [], afterMs: 0 };
    case 'duplicate':
      return { frames: [frame, frame], afterMs: 0 };
    case 'late':
      return { frames: [frame], afterMs: latenessMs };
    case 'garbage':
      return { frames: [...garbageAbout(topic), frame], afterMs: 0 };
    case 'flood': {
      const count = () => Math.floor(random() * 100);
      const any = () => ({ Inbox: { UnreadInboxCount: count() }, Achievements: { UnreadRepCount: count() } });
      const isTopbar = topic.endsWith('-topbar');
      return {
        frames: Array.from({ length: FLOOD_FRAMES }, () => (isTopbar ? frameOf(topic, any()) : frame)),
        afterMs: 0,
      };
    }
  }
}
