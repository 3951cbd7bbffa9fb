import dbus from 'dbus-native';
import type { TrayCommand, TrayStatus, TrayView } from '../../desktop.ts';
import { exportMenu } from './dbus-menu.ts';
import type { Bus } from '../../linux/message-bus.ts';
import { bellPixels } from './tray-icon.ts';

/** The tray on desktops that speak StatusNotifierItem (freedesktop.org; KDE, Xfce, MATE, GNOME with an extension). */
export interface StatusNotifier {
  show(view: TrayView): void;
  /** Whether a panel has a place for it now. */
  readonly registered: boolean;
}

const WATCHER = 'org.kde.StatusNotifierWatcher';
const WATCHER_PATH = '/StatusNotifierWatcher';
const ITEM = 'org.kde.StatusNotifierItem';
const ITEM_PATH = '/StatusNotifierItem';
const MENU_PATH = '/MenuBar';
/** Panels choose the size they need: common panel heights, and their doubles on dense screens. */
const SIZES = [16, 22, 24, 32, 48];

/** Panels ask for the pictures at every change, and drawing takes a while. */
const drawn = new Map<TrayStatus, [number, number, Buffer][]>();
function pixmaps(status: TrayStatus): [number, number, Buffer][] {
  const kept =
    drawn.get(status) ?? SIZES.map((size): [number, number, Buffer] => [size, size, bellPixels(status, size).argb]);
  drawn.set(status, kept);
  return kept;
}

/** Puts the tray item on the bus and tells the panel of it, again whenever the panel comes back. */
export async function createStatusNotifier(
  bus: Bus,
  choose: (command: TrayCommand) => void,
  busName = `${ITEM}-${process.pid}-1`,
): Promise<StatusNotifier> {
  let view: TrayView = { status: 'idle', unread: 0, tooltip: 'Askbell', menu: [] };
  let registered = false;
  const openWindow = () => {
    choose({ do: 'open-window', view: 'inbox' });
    return null;
  };
  const point = { x: 'i', y: 'i' };
  const item = dbus.defineInterface({
    name: ITEM,
    properties: {
      Category: { type: 's', access: 'read', value: 'Communications' },
      Id: { type: 's', access: 'read', value: 'askbell' },
      Title: { type: 's', access: 'read', value: 'Askbell' },
      Status: { type: 's', access: 'read', get: () => panelStatus(view.status) },
      WindowId: { type: 'i', access: 'read', value: 0 },
      IconThemePath: { type: 's', access: 'read', value: '' },
      IconName: { type: 's', access: 'read', value: '' },
      IconPixmap: { type: 'a(iiay)', access: 'read', get: () => pixmaps(view.status) },
      OverlayIconName: { type: 's', access: 'read', value: '' },
      OverlayIconPixmap: { type: 'a(iiay)', access: 'read', value: [] },
      AttentionIconName: { type: 's', access: 'read', value: '' },
      AttentionIconPixmap: { type: 'a(iiay)', access: 'read', get: () => pixmaps('attention') },
      AttentionMovieName: { type: 's', access: 'read', value: '' },
      ToolTip: { type: '(sa(iiay)ss)', access: 'read', get: () => ['', [], 'Askbell', tooltipText(view.tooltip)] },
      ItemIsMenu: { type: 'b', access: 'read', value: false },
      Menu: { type: 'o', access: 'read', value: MENU_PATH },
    },
    methods: {
      Activate: { in: point, handler: openWindow },
      SecondaryActivate: { in: point, handler: openWindow },
      // The panel shows the menu itself, from the Menu property.
      ContextMenu: { in: point, handler: () => null },
      Scroll: { in: { delta: 'i', orientation: 's' }, handler: () => null },
    },
    signals: {
      NewTitle: {},
      NewIcon: {},
      NewAttentionIcon: {},
      NewOverlayIcon: {},
      NewToolTip: {},
      NewStatus: { args: { status: 's' } },
    },
  });
  const menu = await exportMenu(bus, MENU_PATH, choose);
  await bus.export(ITEM_PATH, item);
  await bus.own(busName);
  await bus.onOwner(WATCHER, (owner) => {
    registered = false;
    if (owner === undefined) return;
    bus
      .call({
        destination: WATCHER,
        path: WATCHER_PATH,
        interface: WATCHER,
        member: 'RegisterStatusNotifierItem',
        signature: 's',
        body: [busName],
      })
      .then(
        () => (registered = true),
        // A panel that refuses is like no panel; the next one is tried when it comes.
        () => {},
      );
  });

  return {
    get registered() {
      return registered && !bus.isClosed;
    },
    show(next) {
      const last = view;
      view = next;
      menu.show(next.menu);
      if (bus.isClosed) return;
      if (next.status !== last.status) {
        item.emit['NewIcon']?.();
        if (panelStatus(next.status) !== panelStatus(last.status)) item.emit['NewStatus']?.(panelStatus(next.status));
      }
      if (next.tooltip !== last.tooltip) item.emit['NewToolTip']?.();
    },
  };
}

/** Never "Passive": panels hide what is passive. */
function panelStatus(status: TrayStatus): 'NeedsAttention' | 'Active' {
  return status === 'attention' ? 'NeedsAttention' : 'Active';
}

/** Panels read the tooltip's text as markup. */
function tooltipText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
