/**
 * Something that remembers times by the network's clock. When an answer shows that this clock was taken to be off,
 * although no time has passed, every remembered time moves along.
 */
export interface ShiftableTimes {
  shiftTimes(byMs: number): void;
}

/**
 * A remembered time after the network's clock was corrected by `byMs`. A time that is unchanged since an earlier run
 * (`notedEarlier`) was noted by that run's clock, so it stays.
 */
export const shiftedTime = <Time extends number | undefined>(
  time: Time,
  notedEarlier: number | undefined,
  byMs: number,
): Time => (time === undefined || time === notedEarlier ? time : time + byMs) as Time;

/** The same for several times of one record: gives those of its `fields` that it has, moved. */
export function shiftedTimes<Field extends string>(
  record: Partial<Record<Field, number | undefined>>,
  notedEarlier: Partial<Record<Field, number | undefined>> | undefined,
  fields: readonly Field[],
  byMs: number,
): Partial<Record<Field, number>> {
  const moved: Partial<Record<Field, number>> = {};
  for (const field of fields) {
    const time = record[field];
    if (time !== undefined) moved[field] = shiftedTime(time, notedEarlier?.[field], byMs);
  }
  return moved;
}
