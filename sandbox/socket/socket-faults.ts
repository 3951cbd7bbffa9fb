/** Frames that come for one in a flood. */
const FLOOD_FRAMES = 500;
/** Milliseconds by which frames are late unless something else is said. */
export const USUAL_LATENESS_MS = 30_000;

/** Text that is no frame, or a frame with nothing in it that can be understood. */
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

/** Returns a frame as the public service has it: its data is JSON within JSON. */
const frameOf = (topic: string, data: object) => JSON.stringify({ action: topic, data: JSON.stringify(data) });

/** Returns a frame about a topic, in a flood with counts at random. */
function floodFrame(topic: string, frame: string, random: () => number): string {
  if (!topic.endsWith('-topbar')) return frame;
  const count = () => Math.floor(random() * 100);
  return frameOf(topic, { Inbox: { UnreadInboxCount: count() }, Achievements: { UnreadRepCount: count() } });
}

/**
 * Faults of the socket (docs/api.md, "Socket"), by what is sent for one frame: `mute` tells nothing but heartbeats,
 * `duplicate` every frame twice, `late` each only after a time, `garbage` what is no frame before each of them, `flood`
 * hundreds of frames for one, with counts at random.
 */
const FAULTS = {
  mute: () => [],
  duplicate: (_topic, frame) => [frame, frame],
  late: (_topic, frame) => [frame],
  garbage: (topic, frame) => [...garbageAbout(topic), frame],
  flood: (topic, frame, random) => Array.from({ length: FLOOD_FRAMES }, () => floodFrame(topic, frame, random)),
} satisfies Record<string, (topic: string, frame: string, random: () => number) => string[]>;

export type SocketFault = keyof typeof FAULTS;
export const SOCKET_FAULTS = Object.keys(FAULTS) as SocketFault[];

/** Returns the frames that are sent to tell `data` of a topic. @param random gives 0 to 1 */
export function framesOf(fault: SocketFault | undefined, topic: string, data: object, random: () => number): string[] {
  const frame = frameOf(topic, data);
  return fault === undefined ? [frame] : FAULTS[fault](topic, frame, random);
}
