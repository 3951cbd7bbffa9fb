/** Files in the data folder that outlive a kill, because every write goes to the system at once. */
export const SHOWN_FILE = 'shown.jsonl';
export const HITS_FILE = 'kill-points.txt';
/** What became of claims, by life: see `unfinishedClaims`. */
export const CLAIMS_FILE = 'claims.txt';
