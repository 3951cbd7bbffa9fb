import { beforeEach, describe, expect, it } from 'vitest';
import type { DesktopEvents, TrayCommand, TrayView } from '../../../../electron/desktop/desktop.ts';
import { StatusNotifier, trayPixmaps } from '../../../../electron/desktop/headless/status-notifier.ts';
import { trayPixels } from '../../../../electron/desktop/media/number-mark.ts';
import { appFiles } from '../../../../electron/desktop/app-files.ts';
import { Emitter } from '../../../../electron/base/emitter.ts';
import { silentLog } from '../../../../electron/base/log.ts';
import { Arrivals, FakePanel } from './fake-desktop.ts';
import { missing } from './private-bus.ts';
import { TestBus } from './test-bus.ts';

const STATUSES = ['offline', 'paused', 'unread', 'attention', 'idle'] as const;
const HALF_HOUR = { type: 'action', label: '30 minutes', command: { do: 'snooze', for: '30-minutes' } } as const;
const view: TrayView = {
  status: 'unread',
  unread: 2,
  tooltip: '2 unread <now>',
  menu: [
    { type: 'label', label: '2 unread' },
    { type: 'action', label: 'about snake_case', command: { do: 'open-item', key: 'a' } },
    { type: 'separator' },
    { type: 'submenu', label: 'Snooze', items: [HALF_HOUR] },
    { type: 'action', label: 'Refresh', command: { do: 'sync-now' }, enabled: false },
    { type: 'action', label: 'Quit', command: { do: 'quit' } },
  ],
};

const NAME = 'org.kde.StatusNotifierItem-1-1';

describe.skipIf(missing('dbus-daemon'))('the tray over a real bus', () => {
  let daemon: TestBus;
  let panel: FakePanel;
  let tray: StatusNotifier;
  let chosen: Arrivals<TrayCommand>;

  beforeEach(async () => {
    daemon = await TestBus.start();
    panel = await daemon.panel();
    chosen = new Arrivals();
    const events = new Emitter<DesktopEvents>(silentLog);
    events.on('tray-command', (command) => chosen.push(command));
    tray = new StatusNotifier(await daemon.connect(), events);
    await tray.connect(NAME);
  });

  const layout = (parent?: number, depth?: number, names?: string[]) => panel.layout(NAME, parent, depth, names);
  /** The root of the whole menu. */
  const root = async (...asked: Parameters<typeof layout>) => (await layout(...asked))[1];
  const revision = async () => (await layout())[0];

  it('registers, shows who it is, and registers again when the panel was started again', async () => {
    expect(await panel.registered.next()).toBe(NAME);
    await expect.poll(() => tray.isRegistered).toBe(true);
    const who = { Id: 'askbell', Title: 'Askbell', Category: 'Communications', Status: 'Active' };
    expect(await panel.item(NAME)).toMatchObject({ ...who, Menu: '/MenuBar', ItemIsMenu: false });
    await panel.stop();
    await expect.poll(() => tray.isRegistered).toBe(false);
    panel = await daemon.panel();
    expect(await panel.registered.next()).toBe(NAME);
    await expect.poll(() => tray.isRegistered).toBe(true);
    await daemon.stop();
    await expect.poll(() => tray.isRegistered).toBe(false);
  });

  it('tells the panel of a new tooltip, menu and picture, which is another one for each number', async () => {
    const picture = async () =>
      ((await panel.item(NAME))['IconPixmap'] as [number, number, Buffer][])[0]![2].toString('base64');
    const next = async (unread: number) => {
      tray.show({ ...view, unread });
      expect((await panel.signals.next()).member).toBe('NewIcon');
      return picture();
    };
    tray.show(view);
    const signals = [await panel.signals.next(), await panel.signals.next(), await panel.signals.next()];
    expect(signals.map(({ member }) => member).toSorted()).toEqual(['LayoutUpdated', 'NewIcon', 'NewToolTip']);
    expect((await panel.item(NAME))['ToolTip']).toEqual(['', [], 'Askbell', '2 unread &lt;now&gt;']);
    const [two, three] = [await picture(), await next(3)];
    expect(three).not.toBe(two);
    expect(await next(2)).toBe(two);
  });

  it('asks for attention only when it needs it, says when that comes and goes, and is never hidden', async () => {
    for (const status of STATUSES) {
      tray.show({ ...view, status });
      expect((await panel.item(NAME))['Status']).toBe(status === 'attention' ? 'NeedsAttention' : 'Active');
    }
    const changes = panel.signals.all.filter(({ member }) => member === 'NewStatus');
    expect(changes.map(({ body }) => body[0])).toEqual(['NeedsAttention', 'Active']);
  });

  it('opens the panel at a click, the window at one of the middle button', async () => {
    await panel.call(NAME, '/StatusNotifierItem', 'org.kde.StatusNotifierItem', 'Activate', 'ii', [1, 1]);
    expect(await chosen.next()).toEqual({ do: 'toggle-panel' });
    await panel.call(NAME, '/StatusNotifierItem', 'org.kde.StatusNotifierItem', 'SecondaryActivate', 'ii', [1, 1]);
    expect(await chosen.next()).toEqual({ do: 'open-window', view: 'inbox' });
  });

  it('gives entries their pictures, as PNG files', async () => {
    tray.show({ ...view, menu: [{ type: 'action', label: 'Panel', command: { do: 'open-panel' }, icon: 'answer' }] });
    const picture = (await root())[2][0]?.[1]['icon-data'];
    expect(Buffer.from(picture as Uint8Array).toString('latin1', 1, 4)).toBe('PNG');
  });

  it('lays the menu out with labels, separators, submenus and what cannot be chosen', async () => {
    tray.show(view);
    const entries = (await root())[2];
    expect(entries.map(([, properties]) => properties)).toEqual([
      { label: '2 unread', enabled: false },
      { label: 'about snake__case', enabled: true },
      { type: 'separator' },
      { label: 'Snooze', 'children-display': 'submenu' },
      { label: 'Refresh', enabled: false },
      { label: 'Quit', enabled: true },
    ]);
    expect(entries[3]?.[2].map(([, properties]) => properties['label'])).toEqual(['30 minutes']);
  });

  it('gives as much of the menu as is asked for', async () => {
    tray.show(view);
    expect((await root(0, 0))[2]).toEqual([]);
    expect((await root(0, 1))[2][3]?.[2]).toEqual([]);
    const sub = await panel.entry(NAME, 'Snooze');
    expect((await root(sub, -1, ['label'])).slice(0, 2)).toEqual([sub, { label: 'Snooze' }]);
    await expect(layout(4711)).rejects.toThrow('no menu entry');
  });

  it('answers for properties and AboutToShow, alone and in groups', async () => {
    tray.show(view);
    const id = await panel.entry(NAME, 'Quit');
    expect(await panel.menu(NAME, 'GetProperty', 'is', [id, 'label'])).toBe('Quit');
    const group = (ids: unknown[], names: string[]) => panel.menu(NAME, 'GetGroupProperties', 'aias', [ids, names]);
    expect(await group([id, 4711], ['label'])).toEqual([[id, { label: 'Quit' }]]);
    expect(await group([], [])).toHaveLength(8);
    await expect(panel.menu(NAME, 'GetProperty', 'is', [id, 'nonsense'])).rejects.toThrow('no property');
    expect(await panel.menu(NAME, 'AboutToShow', 'i', [0])).toBe(false);
    expect(await panel.menu(NAME, 'AboutToShowGroup', 'ai', [[0, 4711]])).toEqual([[], [4711]]);
  });

  it('carries out what is clicked, in a submenu too, one or several', async () => {
    tray.show(view);
    await panel.click(NAME, '30 minutes');
    expect(await chosen.next()).toEqual({ do: 'snooze', for: '30-minutes' });
    const item = await panel.entry(NAME, 'about snake__case');
    const event = (id: unknown, what: string) => [id, what, ['s', ''], 0];
    const events = [event(item, 'hovered'), event(item, 'clicked'), event(4711, 'clicked')];
    expect(await panel.menu(NAME, 'EventGroup', 'a(isvu)', [events])).toEqual([4711]);
    expect(await chosen.next()).toEqual({ do: 'open-item', key: 'a' });
    expect(chosen.all).toHaveLength(2);
  });

  it('raises the revision only when the menu is another', async () => {
    tray.show(view);
    const before = await revision();
    tray.show({ ...view, tooltip: 'other', menu: structuredClone(view.menu) });
    expect(await revision()).toBe(before);
    tray.show({ ...view, menu: view.menu.slice(1) });
    const after = await revision();
    expect(after).toBeGreaterThan(before);
    expect(panel.signals.all.filter(({ member }) => member === 'LayoutUpdated').at(-1)?.body).toEqual([after, 0]);
  });

  it('takes a click on the menu that was just replaced for what it said', async () => {
    tray.show(view);
    const old = (await panel.entry(NAME, 'about snake__case'))!;
    const another = { type: 'action', label: 'Another', command: { do: 'open-item', key: 'b' } } as const;
    tray.show({ ...view, menu: [{ type: 'label', label: 'nothing unread' }, another, ...view.menu.slice(2)] });
    await panel.click(NAME, old);
    expect(await chosen.next()).toEqual({ do: 'open-item', key: 'a' });
  });
});

it.each(STATUSES)('the bell of %s is the same picture in both byte orders', (status) => {
  for (const [size, , argb] of trayPixmaps({ status, unread: 0 })) {
    const { rgba } = trayPixels(appFiles.icons, { status, unread: 0 }, size);
    for (let at = 0; at < argb.length; at += 4)
      expect([argb[at + 1], argb[at + 2], argb[at + 3], argb[at]]).toEqual([...rgba.subarray(at, at + 4)]);
  }
});
