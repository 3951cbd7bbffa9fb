import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { connect } from '../../../electron/commands/client.ts';
import { parseOptions } from '../../../electron/commands/options.ts';
import { runCommand } from '../../../electron/commands/run.ts';
import { jsonSchema, OUTPUTS } from '../../../electron/commands/schemas.ts';
import { runningInstance } from '../../../electron/desktop/single-instance.ts';
import { addressOf, createHome, end, resultOf, startHeadless } from '../fixtures/headless-program.ts';

const ajv = new Ajv2020({ strict: false, formats: { 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/ } });

/** Runs a command in this process, into a pipe or a terminal. */
async function run(dataDir: string, args: string, isTerminal = false) {
  const { command, json } = parseOptions(args.match(/'[^']*'|\S+/g)!.map((word) => word.replaceAll("'", '')));
  let [out, err] = ['', ''];
  const code = await runCommand(command!, json, {
    folders: [dataDir],
    languages: ['en'],
    out: { write: (text) => (out += text), isTerminal, columns: 80 },
    warn: (line) => (err += line),
  });
  return { code, out, err };
}

/** Each command, with what it prints in a pipe; `ID`: the newest item, `WATCH`: the watch that was added. */
const CASES: [command: string, prints: RegExp][] = [
  ['status', /^Askbell \S+ is running\.\nDemo network: .*\n {2}[\d,]+ unread/],
  ['inbox', /^\d+\t\*\t\w+\t[^\t]+\t[^\t]+\t.+$/m],
  ['inbox --all --limit 2', /^(?:\d+\t\*?\t[^\t]+\t[^\t]+\t[^\t]+\t.+\n){2}$/],
  ['search zzzzzz', /^There is nothing\.\n$/],
  ['show ID', /.+\n.+ · .+ · .+\nhttp:.+\n\n.+/],
  ['read ID', /^1 item marked as read\.\n$/],
  ['mute ID', /^1 question muted\.\n$/],
  ['mute ID --off', /^1 question unmuted\.\n$/],
  ['snooze tomorrow ID', /^Hidden until .+: 1\.\n$/],
  ['snooze off ID', /^$/],
  ['snooze 30m', /^Notifications wait until .+\n$/],
  ['snooze off', /^Notifications are shown again\.\n$/],
  ['watch preview hedge --site beds', /^Questions this week: \d+; requests a day: [\d,]+\n/],
  ['watch add hedge --site beds --not tomato --words bare --min-score 3', /^Watching: .*hedge.*\n$/],
  ['watch list', /^[0-9a-f]{8}\tBeds & Borders\t\d+\t\d+\t.*hedge.*$/m],
  ['watch remove WATCH', /^Removed: .*hedge.*\n$/],
  ["forward exec '/usr/bin/say-it --loud' --kinds inbox --kinds badges", /^Forwards to: \/usr\/bin\/say-it --loud\n$/],
  ['forward list', /^[0-9a-f]{8}\tcommand\t\/usr\/bin\/say-it --loud$/m],
  ['forward remove TARGET', /^Removed: \/usr\/bin\/say-it --loud\n$/],
  ['reputation', /^[\d,]+\t[+−]\d+\t.+$/m],
  ['sync', /^.+\n$/],
  ['open ID', /^http:.+\n$/],
  ['open', /^Askbell is already running\. Askbell is at http:.+\n$/],
  ["status --format '{unread}/{reputationToday}/{state}'", /^\d+\/-?\d+\/(?:fine|unread)\n$/],
  // Nothing new comes while it is paused.
  ['pause', /^Paused: .+\n$/],
  ['read --all', /^\d+ items? marked as read\.\n$/],
  ["status --format '{unread}/{state}'", /^0\/paused\n$/],
  ['status --waybar', /^\{"text":"0.*","alt":"paused","class":"paused","tooltip":".+"\}\n$/],
  ['status --i3blocks', /^\{"full_text":"0.*","short_text":"0"\}\n$/],
  ['resume', /^Askbell checks again\.\n$/],
  ['schema watch list', /^\{"\$schema":/],
  ['completion bash', /^complete -F _askbell askbell-headless askbell$/m],
];

/** Commands that are wrong or refused, with their exit code and what they say. */
const REFUSED: [command: string, code: number, says: RegExp][] = [
  ['show 999999', 1, /no such item\. askbell inbox --all lists/],
  ['snooze soon', 2, /"soon" is no time: use 30m, .* or a date\./],
  ['snooze 2020-01-01', 1, /future/],
  ['read', 2, /read takes items, or --all\./],
  ['inbox --limit 0', 2, /--limit takes a number from 1 to 200/],
  ['watch add x --site nowhere', 2, /no site "nowhere"/],
  ['watch add x --min-score much', 2, /--min-score takes a number/],
  ['watch add', 1, /.+/],
  ['watch remove zz', 2, /No id, or more than one/],
  ["status --format '{nothing}'", 2, /it has: unread, unreadMatches/],
  ['follow --after never', 2, /--after takes the id/],
  ['completion tcsh', 2, /No completions of "tcsh"/],
  ['schema help', 2, /No JSON of "help"/],
];

it('every command is answered by a live headless Askbell, as its schema says, and by none where it is off', async () => {
  const home = createHome();
  const dataDir = join(home, 'data');
  const { code, err } = await run(dataDir, 'inbox');
  expect([code, err]).toEqual([3, expect.stringMatching(/is not running .* Start it/)]);
  const askbell = startHeadless(home, ['--demo', '--hidden', '--data-dir', dataDir]);
  const address = await addressOf(askbell);
  const client = await connect(dataDir);
  await expect.poll(async () => (await client.state.get()).unread).toBeGreaterThan(0);

  const { entries } = await client.inbox.list({ filter: { source: 'inbox' } });
  const id = String(entries[0]!.number);
  const printed: string[] = [];
  const validated = new Set<string>();
  for (const [given, prints] of CASES) {
    const args = given.replace('ID', id);
    const watch = async () => (await client.watches.list()).watches.find(({ name }) => name.includes('hedge'))?.id;
    const [target] = await client.forwarding.list();
    const named = args.replace('WATCH', (await watch()) ?? '').replace('TARGET', target?.id ?? '');
    // First as JSON; what can be done once only is undone.
    const name = parseOptions(named.match(/'[^']*'|\S+/g)!).command!.name;
    if (Object.hasOwn(OUTPUTS, name) && !/--(?:format|waybar|i3)/.test(named)) {
      const { out, code } = await run(dataDir, `${named} --json`);
      const isValid = ajv.validate(jsonSchema(name)!, JSON.parse(out));
      expect.soft([given, code, isValid, ajv.errors]).toEqual([given, 0, true, null]);
      validated.add(name);
      const { undo } = JSON.parse(out) as { undo?: string };
      if (name === 'watch add') await client.watches.remove({ id: (await watch())! });
      if (target && name === 'forward remove') await client.forwarding.save(target);
      if (undo !== undefined && name === 'watch remove') await client.watches.undo({ undo });
      else if (undo !== undefined) await client.inbox.undo({ undo });
    }
    const { code, out, err } = await run(dataDir, named);
    expect.soft([given, code, err, out]).toEqual([given, 0, '', expect.stringMatching(prints)]);
    if (name !== 'open') printed.push(out);
  }
  expect([...validated, 'follow'].toSorted()).toEqual(Object.keys(OUTPUTS).toSorted());
  for (const [given, code, says] of REFUSED)
    expect
      .soft([given, await run(dataDir, given)])
      .toEqual([given, { code, out: '', err: expect.stringMatching(says) }]);
  expect((await run(dataDir, 'inbox --all --limit 3', true)).out).toMatch(/^ID {2,}Age +Kind +Site +Title\n\d+ /);

  // A key is as good as a number, and what follows is an event as its schema says.
  expect((await run(dataDir, `show '${entries[0]!.key}'`)).out).toContain(entries[0]!.title);
  const follow = startHeadless(home, ['follow', '--after', '0', '--data-dir', dataDir]);
  await expect.poll(() => follow.out().split('\n').length).toBeGreaterThan(entries.length);
  const [first] = follow.out().split('\n');
  expect([ajv.validate(jsonSchema('follow')!, JSON.parse(first!)), ajv.errors]).toEqual([true, null]);
  const bar = startHeadless(home, ['follow', '--waybar', '--data-dir', dataDir]);
  await expect.poll(bar.out).toMatch(/"class":"(?:fine|unread)"/);
  await client.polling.pause();
  await expect.poll(bar.out).toMatch(/"class":"paused"/);

  // Nothing that lets anybody in is told in arguments, notes, logs or answers.
  const secret = new URL(address).pathname.split('/').at(-1)!;
  const cmdline = process.platform === 'linux' ? readFileSync(`/proc/${follow.child.pid}/cmdline`, 'utf8') : '';
  const files = ['running.json', 'logs/askbell.log'].map((name) => readFileSync(join(dataDir, name), 'utf8'));
  for (const text of [...printed, cmdline, ...files])
    expect(text).not.toMatch(new RegExp(`${secret}|access_token=|askbell-demo`));
  await end(askbell);
  for (const ended of [follow, bar]) expect(await resultOf(ended)).toMatchObject({ code: 3 });

  // Those who ask while it starts wait for the accounts; a follower misses none of their events.
  const told = follow.out().split('\n').filter(Boolean);
  expect(told[0]).toMatch(/^\{"type":"(?:item|reputation)","id":\d+,.*\}$/);
  const again = startHeadless(home, ['--demo', '--hidden', '--data-dir', dataDir]);
  await expect.poll(() => runningInstance(dataDir)).not.toBe('none');
  const early = startHeadless(home, ['follow', '--after', '0', '--data-dir', dataDir]);
  expect(await run(dataDir, 'inbox --all')).toMatchObject({ code: 0, err: '' });
  await expect.poll(() => early.out().split('\n').slice(0, told.length)).toEqual(told);
  await end(again);
});
