import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ActiveWindow, isTitleOf } from '../../../../electron/desktop/linux/active-window.ts';
import { missing } from '../headless/private-bus.ts';
import { endProgram, startPrivateScreen, type PrivateScreen } from '../private-screen.ts';

const run = promisify(execFile);
const LONGEST_ANSWER_MS = 10_000;

describe.skipIf(missing('Xvfb', 'openbox', 'xdotool', 'xprop', 'xmessage'))('the window with the focus', () => {
  let screen: PrivateScreen;
  let env: NodeJS.ProcessEnv;
  let active: ActiveWindow;
  const programs: ChildProcess[] = [];
  const start = (program: string, ...args: string[]) => {
    programs.push(spawn(program, args, { env, stdio: 'ignore' }));
    return programs.at(-1)!;
  };
  const ask = async (program: string, ...args: string[]) =>
    (await run(program, args, { env, timeout: LONGEST_ANSWER_MS })).stdout.trim();
  /** A window manager that has begun to manage windows: one that is opened before stays unseen. */
  const startWindowManager = async () => {
    start('openbox', '--sm-disable');
    await expect.poll(() => ask('xprop', '-root', '_NET_CLIENT_LIST')).toContain('#');
  };
  const toFront = (id: string) => ask('xdotool', 'windowactivate', id);
  /** Puts a window on the screen, in front of the others; gives its id. */
  const openWindow = async (title: string) => {
    const name = `window${programs.length}`;
    const program = start('xmessage', '-title', name, 'text');
    const find = () => ask('xdotool', 'search', '--onlyvisible', '--name', `^${name}$`).catch(() => '');
    await expect.poll(find).not.toBe('');
    const id = await find();
    await toFront(id);
    await ask('xdotool', 'set_window', '--name', title, id);
    return { id, close: () => endProgram(program) };
  };
  /** Lays a window over the whole screen that the window manager never hears of; gives its id. */
  const lockScreen = async () => {
    start('xmessage', '-title', 'locker', 'locked');
    const find = () => ask('xdotool', 'search', '--onlyvisible', '--name', '^locker$').catch(() => '');
    await expect.poll(find).not.toBe('');
    const id = await find();
    await ask('xdotool', 'windowunmap', '--sync', id);
    await ask('xdotool', 'set_window', '--overrideredirect', '1', id);
    await ask('xdotool', 'windowmove', id, '0', '0', 'windowsize', id, '100%', '100%', 'windowmap', '--sync', id);
    return id;
  };

  beforeEach(async () => {
    screen = await startPrivateScreen();
    env = { ...process.env, DISPLAY: screen.display };
    active = new ActiveWindow(env);
  });
  afterEach(async () => {
    active.stop();
    for (const program of programs.splice(0)) await endProgram(program);
    await screen.stop();
  });

  it('is known by its title until another has the focus or it is minimised', async () => {
    await startWindowManager();
    expect(active.title()).toBeUndefined();
    const first = await openWindow('(2) Askbell');
    await expect.poll(() => active.title()).toBe('(2) Askbell');
    const second = await openWindow('Another program');
    await expect.poll(() => active.title()).toBe('Another program');
    await toFront(first.id);
    await expect.poll(() => active.title()).toBe('(2) Askbell');
    await second.close();
    await ask('xdotool', 'windowminimize', first.id);
    await expect.poll(() => active.title()).toBeUndefined();
  });

  it('is covered by what lies over it without taking the focus, as a screen locker does', async () => {
    await startWindowManager();
    const first = await openWindow('Askbell');
    await openWindow('A note (3x4+5+6)');
    /** A new window may take the focus a little later than it is shown. */
    const inFront = async () => {
      await toFront(first.id);
      return active.title();
    };
    await expect.poll(inFront).toBe('Askbell');
    expect(await active.isCovered()).toBe(false);
    const locker = await lockScreen();
    await expect.poll(inFront).toBe('Askbell');
    await ask('xdotool', 'windowraise', locker);
    expect(await active.isCovered()).toBe(true);
    await ask('xdotool', 'windowunmap', '--sync', locker);
    expect(await active.isCovered()).toBe(false);
    await ask('xdotool', 'windowmap', '--sync', locker);
    expect(await active.isCovered()).toBe(true);
    expect(await new ActiveWindow({ ...env, PATH: '/nowhere' }).isCovered()).toBe(true);
  });

  it('is unknown without X11, without xprop, and until somebody asks again', async () => {
    expect(new ActiveWindow({ ...env, DISPLAY: '' }).title()).toBeUndefined();
    expect(new ActiveWindow({ ...env, PATH: '/nowhere' }).title()).toBeUndefined();
    await startWindowManager();
    await openWindow('Askbell panel');
    await expect.poll(() => active.title()).toBe('Askbell panel');
    active.stop();
    expect(active.title()).toBeUndefined();
    await expect.poll(() => active.title()).toBe('Askbell panel');
  });
});

it.each([
  [undefined, [false, false]],
  ['Terminal', [false, false]],
  ['(3) Askbell - Chromium', [true, false]],
  ['Askbell — Mozilla Firefox', [true, false]],
  ['Askbell panel', [false, true]],
  ['Questions about Askbell - Chromium', [false, false]],
])('%s is the title of the window and the panel: %j', (title, pages) => {
  expect([isTitleOf('window', title), isTitleOf('panel', title)]).toEqual(pages);
});
