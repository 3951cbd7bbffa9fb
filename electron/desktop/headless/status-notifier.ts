import dbus, { type DefinedInterface } from 'dbus-native';
import { escapeMarkup } from '../../../common/safe-text.ts';
import type { Emitter } from '../../base/emitter.ts';
import { appFiles } from '../app-files.ts';
import type { DesktopEvents, TrayCommand, TrayStatus, TrayView } from '../desktop.ts';
import type { Bus } from '../linux/message-bus.ts';
import { pictureName, trayPixels } from '../media/number-mark.ts';
import { DbusMenu } from './dbus-menu.ts';

const WATCHER = 'org.kde.StatusNotifierWatcher';
const WATCHER_PATH = '/StatusNotifierWatcher';
const ITEM = 'org.kde.StatusNotifierItem';
const ITEM_PATH = '/StatusNotifierItem';
const MENU_PATH = '/MenuBar';

/** Icon sizes in pixels: common panel heights, and their doubles for high-density screens. */
const ICON_SIZES_PX = [16, 22, 24, 32, 48] as const;

/** Image in the item's format: width, height, and 32-bit ARGB in network byte order. */
type Pixmap = [width: number, height: number, argb: Buffer];

/** Cached, because panels request the images at every change, and decoding them takes a while. */
const drawnPixmaps = new Map<string, Pixmap[]>();

/** Returns the icon in every size. */
export function trayPixmaps(view: Pick<TrayView, 'status' | 'unread'>): Pixmap[] {
  const name = pictureName(view);
  const drawn =
    drawnPixmaps.get(name) ??
    ICON_SIZES_PX.map((size): Pixmap => {
      const { rgba } = trayPixels(appFiles.icons, view, size);
      const argb = Buffer.alloc(rgba.length);
      for (let at = 0; at < rgba.length; at += 4) {
        const pixel = rgba.readUInt32BE(at);
        argb.writeUInt32BE(((pixel >>> 8) | (pixel << 24)) >>> 0, at);
      }
      return [size, size, argb];
    });
  drawnPixmaps.set(name, drawn);
  return drawn;
}

/** Tray icon by StatusNotifierItem (freedesktop.org; KDE, Xfce, MATE, GNOME with an extension). */
export class StatusNotifier {
  readonly #bus: Bus;
  readonly #menu: DbusMenu;
  readonly #item: DefinedInterface;
  #view: TrayView = { status: 'idle', unread: 0, tooltip: 'Askbell', menu: [] };
  #isRegistered = false;

  constructor(bus: Bus, events: Emitter<DesktopEvents>) {
    this.#bus = bus;
    this.#menu = new DbusMenu(bus, events);
    this.#item = itemInterface(() => this.#view, events);
  }

  /** Whether a panel currently shows the icon and has not refused it. */
  get isRegistered(): boolean {
    return this.#isRegistered && !this.#bus.isClosed;
  }

  /** Exports the item and registers it with the panel, again whenever the panel restarts. */
  async connect(busName = `${ITEM}-${process.pid}-1`): Promise<void> {
    await this.#bus.export(MENU_PATH, this.#menu.definition);
    await this.#bus.export(ITEM_PATH, this.#item);
    await this.#bus.own(busName);
    await this.#bus.onOwner(WATCHER, (owner) => {
      this.#isRegistered = owner !== undefined;
      if (owner === undefined) return;
      this.#bus
        .object(WATCHER, WATCHER_PATH)
        .call('RegisterStatusNotifierItem', 's', busName)
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
function itemInterface(view: () => TrayView, events: Emitter<DesktopEvents>): DefinedInterface {
  const click = (command: TrayCommand) => ({
    in: { x: 'i', y: 'i' },
    handler: () => (events.emit('tray-command', command), null),
  });
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
      IconPixmap: { type: 'a(iiay)', access: 'read', get: () => trayPixmaps(view()) },
      OverlayIconName: { type: 's', access: 'read', value: '' },
      OverlayIconPixmap: { type: 'a(iiay)', access: 'read', value: [] },
      AttentionIconName: { type: 's', access: 'read', value: '' },
      AttentionIconPixmap: {
        type: 'a(iiay)',
        access: 'read',
        get: () => trayPixmaps({ status: 'attention', unread: 0 }),
      },
      AttentionMovieName: { type: 's', access: 'read', value: '' },
      ToolTip: { type: '(sa(iiay)ss)', access: 'read', get: () => ['', [], 'Askbell', escapeMarkup(view().tooltip)] },
      ItemIsMenu: { type: 'b', access: 'read', value: false },
      Menu: { type: 'o', access: 'read', value: MENU_PATH },
    },
    methods: {
      Activate: click({ do: 'toggle-panel' }),
      SecondaryActivate: click({ do: 'open-window', view: 'inbox' }),
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
