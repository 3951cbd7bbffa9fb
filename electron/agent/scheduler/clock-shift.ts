/**
 * An object that remembers times by the server's clock. When a response shows that this clock was assumed wrongly,
 * although no time has passed, every remembered time is shifted.
 */
export interface ShiftableTimes {
  shiftTimes(byMs: number): void;
}

/**
 * Returns a remembered time after the server's clock was corrected by `byMs`. A time unchanged since an earlier run
 * (`notedEarlier`) was noted by that run's clock, so it stays.
 */
export const shiftedTime = <Time extends number | undefined>(
  time: Time,
  notedEarlier: number | undefined,
  byMs: number,
): Time => (time === undefined || time === notedEarlier ? time : time + byMs) as Time;

/** Shifts several times of one record. Returns those of its `fields` that are set, shifted. */
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
