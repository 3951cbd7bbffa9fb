/** Files in the data folder that outlive a kill, because what is written to them is the system's at once. */
export const SHOWN_FILE = 'shown.jsonl';
export const MOMENTS_FILE = 'moments.txt';
/** What became of claims, by life: see `unfinishedClaims`. */
export const CLAIMS_FILE = 'claims.txt';
