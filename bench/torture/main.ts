import { readOptions, runCommand } from '../support/command.ts';
import { TORTURE_OPTIONS } from '../support/options.ts';
import { torture } from './torture.ts';

const USAGE = `Kills Askbell again and again, as a real process with SIGKILL, while people of a demo network keep
writing to the person, voting and asking, and the clock jumps. Then it compares everything the network produced with
the history and with the notifications that were shown: nothing is lost, and nothing was told twice.

Usage: npm run torture -- [options]
  --kills N   how often it is killed (500)
  --seed N    what decides about moments and people (1); the same seed draws the same lives, ends and
              actions; when people act depends on real time
  --help      this text

Kills fall at random, and at aimed moments: while a request is under way, after an answer arrived, in a transaction,
before and after its commit, before and after a notification is claimed, before and after it is shown, after it was
refused, around the settings' file, in the migration of an earlier schema, while a damaged history is salvaged and put
in its place, and while Askbell stops.

Progress goes to standard error, and to standard output one JSON line: "lost" (produced, and not in the history or
never announced), "printed_twice" (shown, announced or listed twice), "never_produced" (told and never made), all of
which must be 0; "claimed_not_shown", the notifications that were claimed and not shown, which is the price of claiming
first, and of them "claimed_not_shown_unexplained", those whose claim no kill followed at once, which must be 0, too;
"kills_by_moment", where "missed" are those whose moment did not come within 2 s of the start; "moments_not_hit",
which fails a run of 100 kills or more; and "stopped_before_kill", the lives that had stopped by themselves, which
count as no kills.

Exit codes: 0 passed, 1 something was lost, told twice or never shown, or a moment was never hit, 2 an option that
cannot be used.
`;

await runCommand('torture', USAGE, async (args) => {
  const options = readOptions(args, TORTURE_OPTIONS);
  return options && torture(options);
});
