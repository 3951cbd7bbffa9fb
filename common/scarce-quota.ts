/** Below this share of the daily quota, the remaining requests are shown outside the settings as well. */
const SCARCE_SHARE = 0.1;

/** Whether the quota is low enough to inform the user. `reserve`: requests kept back for user actions. */
export const isScarce = ({ max, remaining, reserve }: { max: number; remaining: number; reserve: number }): boolean =>
  remaining <= Math.max(reserve, max * SCARCE_SHARE);
