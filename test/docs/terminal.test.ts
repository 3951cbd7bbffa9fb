import { execFile, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { barLine, type BarFacts } from '../../electron/commands/bar.ts';
import { parseOptions } from '../../electron/commands/options.ts';
import { COMMANDS } from '../../electron/commands/table.ts';
import { missing } from '../electron/desktop/headless/private-bus.ts';
import { TestBus } from '../electron/desktop/headless/test-bus.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** The Python of the system has the desktop's modules; a person's own need not. */
const PYTHON = '/usr/bin/python3';
const hasModules = spawnSync(PYTHON, ['-c', 'import dbus, gi']).status === 0;
const LAUNCHERS = 'docs/launchers';
const NAME = 'io.github.askbell.Search';

const manual = readFileSync('docs/terminal.md', 'utf8');
/** Code blocks of a language. */
const blocks = (language: string) =>
  [...manual.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, block]) => block!);

describe.skipIf(process.platform === 'win32')('docs/terminal.md', () => {
  let folder: string;
  let env: NodeJS.ProcessEnv;
  const called = () => readFileSync(join(folder, 'called'), 'utf8');
  /** Puts a program named askbell on the path, which notes how it is called and prints an answer. */
  beforeEach(() => {
    folder = temporaryFolder();
    const entry = { number: 7, key: 'demo/k', title: 'Loops & "quotes"', site: { id: 'demo/beds', name: 'Beds' } };
    const answer = join(folder, 'answer.json');
    writeFileSync(answer, JSON.stringify({ entries: [entry], hasMore: false }));
    const script = `#!/bin/sh\necho "$*" >> '${folder}/called'\ncase $* in search*) cat '${answer}' ;; *--i3blocks*) cat '${folder}/bar' ;; esac\n`;
    mkdirSync(join(folder, 'bin'));
    writeFileSync(join(folder, 'bin', 'askbell'), script, { mode: 0o755 });
    env = { ...process.env, PATH: `${folder}/bin:${process.env['PATH']}`, HOME: folder };
  });

  it('names every command', () => {
    for (const { name } of COMMANDS.filter((command) => command.name !== 'help')) expect(manual).toContain(name);
  });

  it('has modules for bars whose commands are as the parser wants them', () => {
    const waybar = JSON.parse(blocks('json')[0]!) as Record<string, Record<'exec' | 'on-click', string>>;
    const { exec, 'on-click': click } = waybar['custom/askbell']!;
    const [, i3blocks = ''] = /^command=(.+)$/m.exec(blocks('ini')[0]!) ?? [];
    for (const command of [exec, click, i3blocks])
      spawnSync('sh', ['-c', command.replace('sleep 30', 'exit')], { env });
    const [first, second, third] = called().trim().split('\n');
    expect([first, second]).toEqual(['follow --waybar', 'open']);
    for (const line of [first!, second!, third!.replace('🔔 {unread}', '{unread}')])
      expect(parseOptions(line.split(' ')).command?.name).toBe(line.split(' ')[0]);
  });

  it.skipIf(missing('i3blocks'))('has a block that i3blocks shows, and hides while Askbell does not run', async () => {
    const options = parseOptions(['follow', '--i3blocks', '--format', '🔔 {unread}']);
    writeFileSync(join(folder, 'bar'), barLine({ unread: 3, state: 'unread' } as BarFacts, options.command!));
    writeFileSync(join(folder, 'config'), blocks('ini')[0]!);
    const bar = spawn('i3blocks', ['-c', join(folder, 'config')], { env });
    onTestFinished(() => void bar.kill());
    let shown = '';
    bar.stdout.setEncoding('utf8').on('data', (text: string) => (shown += text));
    await expect.poll(() => shown).toMatch(/"full_text":"🔔 3".*"color":"#f48225".*\n,\[\{"full_text":""\}\]\n$/);
  });

  it('has a loop that goes on after the last event that was written', () => {
    const [loop] = blocks('sh').filter((block) => block.includes('while true'));
    const whole = '{"type":"item","id":11,"at":""}\n{"type":"reputation","id":12,"at":{}}\n';
    for (const [written, after] of [
      ['', 0],
      [whole, 12],
      // The program or the machine ended in the middle of a line.
      [`${whole}{"type":"item","id":13,"item":{"site":{}}`, 12],
      ['{"type":"item","id":1', 0],
    ] as const) {
      writeFileSync(join(folder, 'askbell-events'), written);
      for (const _ of [1, 2]) spawnSync('sh', ['-c', loop!.replace('sleep 10', 'exit')], { env });
      expect(called()).toBe(`follow --after ${after}\n`.repeat(2));
      rmSync(join(folder, 'called'));
      expect(readFileSync(join(folder, 'askbell-events'), 'utf8')).toMatch(/^(?:.*\n)*$/);
    }
  });

  it.skipIf(!hasModules || missing('dbus-daemon', 'gdbus'))(
    'has a service for launchers that finds and opens',
    async () => {
      const { address } = await TestBus.start();
      const onBus = { ...env, DBUS_SESSION_BUS_ADDRESS: address };
      const service = spawn(PYTHON, [join(LAUNCHERS, 'askbell-search.py')], { env: onBus, stdio: 'inherit' });
      onTestFinished(() => void service.kill());
      const call = async (method: string, ...args: string[]) => {
        const at = ['call', '--session', '--dest', NAME, '--object-path', '/search', '--method', method];
        return (await promisify(execFile)('gdbus', [...at, ...args], { env: onBus })).stdout.trim();
      };
      const GNOME = 'org.gnome.Shell.SearchProvider2';
      await promisify(execFile)('gdbus', ['wait', '--session', '--timeout', '20', NAME], { env: onBus });
      expect(await call(`${GNOME}.GetInitialResultSet`, "['nested', 'loops']")).toBe("(['7'],)");
      expect(await call(`${GNOME}.GetSubsearchResultSet`, "['7']", "['nested']")).toBe("(['7'],)");
      const metas = await call(`${GNOME}.GetResultMetas`, "['7']");
      expect(metas).toMatch(/'name': <'Loops & "quotes"'>.*'description': <'Beds'>/);
      await call(`${GNOME}.ActivateResult`, '7', "['nested']", '0');
      await call(`${GNOME}.LaunchSearch`, "['nested']", '0');
      const KDE = 'org.kde.krunner1';
      expect(await call(`${KDE}.Match`, 'nested loops')).toMatch(
        /^\(\[\('7', 'Loops & "quotes"', .*'subtext': <'Beds'>/,
      );
      expect(await call(`${KDE}.Match`, 'ne')).toMatch(/^\(@a\(sssida\{sv\}\) \[\],\)$/);
      expect(await call(`${KDE}.Actions`)).toMatch(/\[\]/);
      await call(`${KDE}.Run`, '7', '');
      const search = 'search --json --limit 8 --';
      expect(called().trim().split('\n')).toEqual([
        `${search} nested loops`,
        `${search} nested`,
        'open 7',
        'open',
        `${search} nested loops`,
        'open 7',
      ]);
      for (const [file, names] of [
        [`${NAME}.service`, [`Name=${NAME}`, 'Exec=/usr/local/bin/askbell-search.py']],
        [`${NAME}.ini`, [`BusName=${NAME}`, 'ObjectPath=/search']],
        [`${NAME}.desktop`, [`X-Plasma-DBusRunner-Service=${NAME}`, 'X-Plasma-DBusRunner-Path=/search']],
      ] as const)
        for (const line of names) expect(readFileSync(join(LAUNCHERS, file), 'utf8').split('\n')).toContain(line);
    },
  );

  it('installs files that are there', () => {
    const paths = blocks('sh').flatMap((block) => block.match(/docs\/launchers\/\S+/g) ?? []);
    expect(paths).toHaveLength(4);
    for (const path of paths) expect(existsSync(path)).toBe(true);
    copyFileSync(paths[0]!, join(folder, 'copy'));
  });
});
