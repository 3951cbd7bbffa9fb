/** Below this share of the day's requests, the number left is shown outside the settings as well. */
const SCARCE_SHARE = 0.1;

/** Whether so few requests are left that the person should know. `reserve`: what is kept back for clicks. */
export const isScarce = ({ max, remaining, reserve }: { max: number; remaining: number; reserve: number }): boolean =>
  remaining <= Math.max(reserve, max * SCARCE_SHARE);
