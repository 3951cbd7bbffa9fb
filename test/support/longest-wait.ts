/**
 * How long tests wait, in real time, for what has to come. It only ends those that would wait for ever: a machine that
 * is busy with others may take many times as long as an idle one, and what comes at once is not waited for.
 */
export const LONGEST_WAIT_MS = 60_000;

/** How long one test may take, in real time: many waits, each of which may be long on a busy machine. */
export const LONGEST_TEST_MS = 300_000;
