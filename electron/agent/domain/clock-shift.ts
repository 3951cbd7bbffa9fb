/**
 * A moment as it reads once the network's time turned out to be another by so many ms: one that an earlier run noted, as
 * `earlier` says, was noted by that run's time and stays.
 */
export const shiftedTime = <Moment extends number | undefined>(
  moment: Moment,
  earlier: number | undefined,
  by: number,
): Moment => (moment === undefined || moment === earlier ? moment : moment + by) as Moment;
