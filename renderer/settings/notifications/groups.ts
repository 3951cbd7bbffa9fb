import type { Settings } from '../../../common/contract/contract.ts';
import { REPUTATION_REASONS, type NotificationReason } from '../../../common/notification-reasons.ts';

interface Group {
  kind: keyof Settings['notify'];
  /** The reasons of its kind that are in it; without any it is the whole kind. */
  reasons: readonly NotificationReason[];
}

/** What a person chooses together: kinds of notifications, or some of a kind's reasons. */
export const GROUPS = {
  replies: { kind: 'inbox', reasons: ['answer', 'comment', 'mention'] },
  others: { kind: 'inbox', reasons: ['followed', 'moderator', 'chat', 'otherItem'] },
  reputation: { kind: 'reputation', reasons: REPUTATION_REASONS },
  badges: { kind: 'badges', reasons: [] },
} as const satisfies Record<string, Group>;
export type GroupName = keyof typeof GROUPS;

export const GROUP_NAMES = Object.keys(GROUPS) as GroupName[];

type Choice = Pick<Settings, 'notify' | 'mutedReasons'>;

const group = (name: GroupName): Group => GROUPS[name];
const isMuted = (reasons: readonly NotificationReason[], muted: readonly NotificationReason[]) =>
  reasons.length > 0 && reasons.every((reason) => muted.includes(reason));

/** The other groups of the same kind. */
const besides = (name: GroupName): GroupName[] =>
  GROUP_NAMES.filter((other) => other !== name && group(other).kind === group(name).kind);

/** Whether anything of a group is announced. Pure. */
export const isOn = ({ notify, mutedReasons }: Choice, name: GroupName): boolean =>
  notify[group(name).kind] && !isMuted(group(name).reasons, mutedReasons);

/** The reasons that are muted although their group is on. Pure. */
export const exceptionsIn = (choice: Choice, name: GroupName): NotificationReason[] =>
  isOn(choice, name) ? group(name).reasons.filter((reason) => choice.mutedReasons.includes(reason)) : [];

const without = (muted: readonly NotificationReason[], reasons: readonly NotificationReason[]) =>
  muted.filter((reason) => !reasons.includes(reason));

/** Returns the choice without a group's exceptions. Pure. */
export const withoutExceptions = ({ mutedReasons }: Choice, name: GroupName): Partial<Choice> => ({
  mutedReasons: without(mutedReasons, group(name).reasons),
});

/**
 * Returns the choice with a group on or off, and every other as it was. The last group of a kind goes with the kind, so
 * that its exceptions are there when it comes back. Pure.
 */
export function withGroup(choice: Choice, name: GroupName, on: boolean): Partial<Choice> {
  const { kind, reasons } = group(name);
  const { notify, mutedReasons } = choice;
  const stayOff = besides(name).filter((other) => !isOn(choice, other));
  if (!on && stayOff.length === besides(name).length) return { notify: { ...notify, [kind]: false } };
  const wasMuted = isMuted(reasons, mutedReasons);
  const also = on ? stayOff.flatMap((other) => group(other).reasons) : reasons;
  const kept = without(mutedReasons, on && wasMuted ? [...reasons, ...also] : also);
  return { notify: { ...notify, [kind]: true }, mutedReasons: [...kept, ...also] };
}
