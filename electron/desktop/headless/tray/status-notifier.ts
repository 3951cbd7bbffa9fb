import dbus from 'dbus-native';
import type { DefinedInterface } from 'dbus-native';
import type { TrayCommand, TrayStatus, TrayView } from '../../desktop.ts';
import { exportMenu, type DbusMenu } from './dbus-menu.ts';
import type { Bus } from '../../linux/message-bus.ts';
import { pictureName } from '../../picture/number-mark.ts';
import { bellPixels, ICON_SIZES_PX } from './tray-icon.ts';

/** Tray icon by StatusNotifierItem (freedesktop.org; KDE, Xfce, MATE, GNOME with an extension). */
export interface StatusNotifier {
  show(view: TrayView): void;
  /** Whether a panel currently shows the icon and has not refused it. */
  readonly registered: boolean;
}

const WATCHER = 'org.kde.StatusNotifierWatcher';
const WATCHER_PATH = '/StatusNotifierWatcher';
const ITEM = 'org.kde.StatusNotifierItem';
const ITEM_PATH = '/StatusNotifierItem';
const MENU_PATH = '/MenuBar';
/** Cached, because panels request the images at every change, and decoding them takes a while. */
const drawnPixmaps = new Map<string, [number, number, Buffer][]>();
function pixmaps(view: Pick<TrayView, 'status' | 'unread'>): [number, number, Buffer][] {
  const name = pictureName(view);
  const drawn =
    drawnPixmaps.get(name) ??
    ICON_SIZES_PX.map((size): [number, number, Buffer] => [
      size,
      size,
      bellPixels(view.status, size, view.unread).argb,
    ]);
  drawnPixmaps.set(name, drawn);
  return drawn;
}

/** Exports the tray item and registers it with the panel, again whenever the panel restarts. */
export async function createStatusNotifier(
  bus: Bus,
  choose: (command: TrayCommand) => void,
  busName = `${ITEM}-${process.pid}-1`,
): Promise<StatusNotifier> {
  const item = new StatusNotifierItem(bus, choose, await exportMenu(bus, MENU_PATH, choose));
  await item.register(busName);
  return item;
}

class StatusNotifierItem implements StatusNotifier {
  readonly #bus: Bus;
  readonly #menu: DbusMenu;
  readonly #item: DefinedInterface;
  #view: TrayView = { status: 'idle', unread: 0, tooltip: 'Askbell', menu: [] };
  #isRegistered = false;

  constructor(bus: Bus, choose: (command: TrayCommand) => void, menu: DbusMenu) {
    this.#bus = bus;
    this.#menu = menu;
    this.#item = itemInterface(() => this.#view, {
      left: () => choose({ do: 'toggle-panel' }),
      middle: () => choose({ do: 'open-window', view: 'inbox' }),
    });
  }

  get registered(): boolean {
    return this.#isRegistered && !this.#bus.isClosed;
  }

  async register(busName: string): Promise<void> {
    await this.#bus.export(ITEM_PATH, this.#item);
    await this.#bus.own(busName);
    await this.#bus.onOwner(WATCHER, (owner) => {
      this.#isRegistered = owner !== undefined;
      if (owner === undefined) return;
      this.#bus
        .call({
          destination: WATCHER,
          path: WATCHER_PATH,
          interface: WATCHER,
          member: 'RegisterStatusNotifierItem',
          signature: 's',
          body: [busName],
        })
        // A panel that refuses counts as none; registration is retried when another one appears.
        .catch(() => (this.#isRegistered = false));
    });
  }

  show(next: TrayView): void {
    const last = this.#view;
    this.#view = next;
    this.#menu.show(next.menu);
    if (this.#bus.isClosed) return;
    const { emit } = this.#item;
    if (pictureName(next) !== pictureName(last)) emit['NewIcon']?.();
    if (panelStatus(next.status) !== panelStatus(last.status)) emit['NewStatus']?.(panelStatus(next.status));
    if (next.tooltip !== last.tooltip) emit['NewToolTip']?.();
  }
}

/** Returns the D-Bus interface of the item; `view` returns its current contents. */
function itemInterface(view: () => TrayView, onClick: { left: () => void; middle: () => void }): DefinedInterface {
  const click = (act: () => void) => ({ in: { x: 'i', y: 'i' }, handler: () => (act(), null) });
  return dbus.defineInterface({
    name: ITEM,
    properties: {
      Category: { type: 's', access: 'read', value: 'Communications' },
      Id: { type: 's', access: 'read', value: 'askbell' },
      Title: { type: 's', access: 'read', value: 'Askbell' },
      Status: { type: 's', access: 'read', get: () => panelStatus(view().status) },
      WindowId: { type: 'i', access: 'read', value: 0 },
      IconThemePath: { type: 's', access: 'read', value: '' },
      IconName: { type: 's', access: 'read', value: '' },
      IconPixmap: { type: 'a(iiay)', access: 'read', get: () => pixmaps(view()) },
      OverlayIconName: { type: 's', access: 'read', value: '' },
      OverlayIconPixmap: { type: 'a(iiay)', access: 'read', value: [] },
      AttentionIconName: { type: 's', access: 'read', value: '' },
      AttentionIconPixmap: { type: 'a(iiay)', access: 'read', get: () => pixmaps({ status: 'attention', unread: 0 }) },
      AttentionMovieName: { type: 's', access: 'read', value: '' },
      ToolTip: { type: '(sa(iiay)ss)', access: 'read', get: () => ['', [], 'Askbell', tooltipText(view().tooltip)] },
      ItemIsMenu: { type: 'b', access: 'read', value: false },
      Menu: { type: 'o', access: 'read', value: MENU_PATH },
    },
    methods: {
      Activate: click(onClick.left),
      SecondaryActivate: click(onClick.middle),
      // The panel shows the menu itself, from the Menu property.
      ContextMenu: { in: { x: 'i', y: 'i' }, handler: () => null },
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
}

/** Returns the item's status. Never "Passive", because panels hide such items. */
function panelStatus(status: TrayStatus): 'NeedsAttention' | 'Active' {
  return status === 'attention' ? 'NeedsAttention' : 'Active';
}

/** Escapes text, because panels parse the tooltip as markup. */
function tooltipText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
