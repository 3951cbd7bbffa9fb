import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startSandbox } from '../../sandbox/server/server.ts';
import { demoDataCopy, storyStart } from '../support/demo-data.ts';
import { cast } from './askbell.ts';
import { ended, launchProcess } from '../support/process/child-process.ts';
import { scaledClock, type Scale } from '../support/process/scaled-clock.ts';

/** How often Askbell is killed; each kill falls at another moment after its start. */
const kills = 14;

it('killed at any moment: nothing is announced twice, nothing is lost', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'askbell-crash-'));
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  // A minute of Askbell's takes a fifth of a second.
  const scale: Scale = { real: Date.now(), virtual: storyStart * 1000, scale: 300 };
  const clock = scaledClock(scale);
  const sandbox = await startSandbox({
    file: await demoDataCopy(folder, storyStart),
    clock: { now: () => Math.floor(clock.now() / 1000) },
    apps: [{ clientId: 'mine', key: 'my-key', domain: 'localhost', name: 'Mine' }],
    burst: Infinity,
  });
  const people = cast(sandbox);
  const shown: number[] = [];

  const launch = () => launchProcess({ url: sandbox.apiBaseUrl, dataDir, scale }, (id) => shown.push(id));
  let answers = 0;
  const something = () => {
    sandbox.world.actions.answer({
      site: people.site,
      userId: people.others[answers % people.others.length]!,
      questionId: people.questionId,
      body: `<p>Answer ${answers++}</p>`,
    });
    sandbox.world.actions.vote({
      site: people.site,
      userId: people.others[answers % people.others.length]!,
      postId: people.questionId,
      direction: 'up',
    });
  };

  try {
    // The first run reads the history from before the sign-in.
    let askbell = await launch();
    for (let waits = 0; waits < 200 && !sandbox.requests.some(({ path }) => path.includes('/inbox')); waits++)
      await pause(100);
    await pause(1500);
    for (let kill = 0; kill < kills; kill++) {
      something();
      await pause((kill * 53) % 400);
      const end = ended(askbell);
      askbell.kill('SIGKILL');
      await end;
      something();
      askbell = await launch();
    }
    const areAllTold = () => {
      const { kept, notices } = readHistory(dataDir);
      return kept === answers && notices.every(({ state }) => state === 'shown');
    };
    for (let waits = 0; waits < 400 && !areAllTold(); waits++) await pause(100);
    // Five minutes of Askbell's: what would be told once more is, by then.
    await pause(1000);
    const end = ended(askbell);
    askbell.send('stop');
    await end;

    const { notices, kept } = readHistory(dataDir);
    // On a slow machine much comes at once, and is told by a summary.
    const told = notices.flatMap(({ subjects }) => JSON.parse(subjects) as { kind: string; key: string }[]);
    const announced = told.filter(({ kind }) => kind === 'inbox').map(({ key }) => key);
    const changes = told.filter(({ kind }) => kind === 'reputation');

    expect(kept).toBe(answers);
    expect(announced).toHaveLength(answers);
    expect(new Set(announced).size).toBe(answers);
    expect(changes.length).toBeGreaterThan(0);
    expect(notices.every(({ state }) => state === 'shown')).toBe(true);
    expect(new Set(shown).size).toBe(shown.length);
    // A notification that was claimed in the very instant of a kill may not have reached the screen; no other may be
    // missing.
    expect(notices.length - shown.length).toBeLessThanOrEqual(1);
  } finally {
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** What Askbell has told, and how many answers it has kept. */
function readHistory(dataDir: string) {
  const history = new DatabaseSync(join(dataDir, 'history.sqlite'), { readOnly: true });
  try {
    const notices = history.prepare("SELECT state, subjects FROM notifications WHERE state <> 'merged'").all() as {
      state: string;
      subjects: string;
    }[];
    const { n: kept } = history
      .prepare("SELECT count(*) AS n FROM inbox_items WHERE item_type = 'new_answer' AND excerpt LIKE 'Answer %'")
      .get() as { n: number };
    return { notices, kept };
  } finally {
    history.close();
  }
}
