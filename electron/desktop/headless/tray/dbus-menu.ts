import { isDeepStrictEqual } from 'node:util';
import dbus from 'dbus-native';
import type { TrayCommand, TrayMenuItem } from '../../desktop.ts';
import { menuTree, nodesById, pickProperties, ROOT } from './menu-layout.ts';
import type { MenuNode, MenuProperties } from './menu-layout.ts';
import type { Bus } from '../../linux/message-bus.ts';

/** Tray menu on the bus (com.canonical.dbusmenu, version 3). */
export interface DbusMenu {
  show(items: TrayMenuItem[]): void;
}

const INTERFACE = 'com.canonical.dbusmenu';

/** Exports the menu at `path`; calls `choose` with each chosen command. */
export async function exportMenu(bus: Bus, path: string, choose: (command: TrayCommand) => void): Promise<DbusMenu> {
  const menu = new ExportedMenu(bus, choose);
  await bus.export(path, menu.definition);
  return menu;
}

class ExportedMenu implements DbusMenu {
  readonly definition = dbus.defineInterface({
    name: INTERFACE,
    properties: {
      Version: { type: 'u', access: 'read', value: 3 },
      TextDirection: { type: 's', access: 'read', value: 'ltr' },
      Status: { type: 's', access: 'read', value: 'normal' },
      IconThemePath: { type: 'as', access: 'read', value: [] },
    },
    methods: {
      GetLayout: {
        in: { parentId: 'i', recursionDepth: 'i', propertyNames: 'as' },
        out: { revision: 'u', layout: '(ia{sv}av)' },
        handler: (query: LayoutQuery) => ({
          revision: this.#revision,
          layout: layoutOf(this.#node(query.parentId), query.recursionDepth, query.propertyNames),
        }),
      },
      GetGroupProperties: {
        in: { ids: 'ai', propertyNames: 'as' },
        out: { properties: 'a(ia{sv})' },
        handler: ({ ids, propertyNames }: { ids: number[]; propertyNames: string[] }) =>
          this.#groupProperties(ids, propertyNames),
      },
      GetProperty: {
        in: { id: 'i', name: 's' },
        out: { value: 'v' },
        handler: ({ id, name }: { id: number; name: string }) => this.#property(id, name),
      },
      Event: {
        in: { id: 'i', eventId: 's', data: 'v', timestamp: 'u' },
        handler: ({ id, eventId }: { id: number; eventId: string }) => {
          this.#handle(id, eventId);
          return null;
        },
      },
      EventGroup: {
        in: { events: 'a(isvu)' },
        out: { idErrors: 'ai' },
        handler: ({ events }: { events: [number, string][] }) =>
          events.filter(([id, eventId]) => !this.#handle(id, eventId)).map(([id]) => id),
      },
      AboutToShow: { in: { id: 'i' }, out: { needUpdate: 'b' }, handler: () => false },
      AboutToShowGroup: {
        in: { ids: 'ai' },
        out: { updatesNeeded: 'ai', idErrors: 'ai' },
        handler: ({ ids }: { ids: number[] }) => ({
          updatesNeeded: [],
          idErrors: ids.filter((id) => !this.#nodes.has(id)),
        }),
      },
    },
    signals: {
      ItemsPropertiesUpdated: { args: { updatedProps: 'a(ia{sv})', removedProps: 'a(ias)' } },
      LayoutUpdated: { args: { revision: 'u', parent: 'i' } },
      ItemActivationRequested: { args: { id: 'i', timestamp: 'u' } },
    },
  });
  readonly #bus: Bus;
  readonly #choose: (command: TrayCommand) => void;
  #items: TrayMenuItem[] = [];
  #revision = 1;
  #nextId: number;
  #nodes: Map<number, MenuNode>;
  /** Entries of the previous menu, for a click that was pending when the menu changed. */
  #previousNodes = new Map<number, MenuNode>();

  constructor(bus: Bus, choose: (command: TrayCommand) => void) {
    this.#bus = bus;
    this.#choose = choose;
    const { root, nextId } = menuTree(this.#items, 1);
    this.#nextId = nextId;
    this.#nodes = nodesById(root);
  }

  show(items: TrayMenuItem[]): void {
    // A new revision makes panels fetch and redraw an open menu.
    if (isDeepStrictEqual(items, this.#items)) return;
    this.#items = structuredClone(items);
    const { root, nextId } = menuTree(this.#items, this.#nextId);
    this.#nextId = nextId;
    this.#previousNodes = this.#nodes;
    this.#nodes = nodesById(root);
    this.#revision++;
    if (!this.#bus.isClosed) this.definition.emit['LayoutUpdated']?.(this.#revision, ROOT);
  }

  #node(id: number): MenuNode {
    const node = this.#nodes.get(id);
    if (!node) throw new Error(`There is no menu entry ${id}.`);
    return node;
  }

  #property(id: number, name: string): InstanceType<typeof dbus.Variant> {
    const found = onTheWire(pickProperties(this.#node(id).properties, [name]))[0]?.[1];
    if (!found) throw new Error(`Menu entry ${id} has no property ${name}.`);
    return found;
  }

  /** Returns the properties of the named entries that exist, or of all if none is named. */
  #groupProperties(ids: number[], names: string[]): unknown[] {
    const nodes = ids.length === 0 ? [...this.#nodes.values()] : ids.flatMap((id) => this.#nodes.get(id) ?? []);
    return nodes.map(({ id, properties }) => [id, onTheWire(pickProperties(properties, names))]);
  }

  /** Handles a click. Returns whether the entry exists, or did before the last change. */
  #handle(id: number, event: string): boolean {
    const node = this.#nodes.get(id) ?? this.#previousNodes.get(id);
    if (event === 'clicked' && node?.command) this.#choose(node.command);
    return node !== undefined;
  }
}

interface LayoutQuery {
  parentId: number;
  recursionDepth: number;
  propertyNames: string[];
}

/** Returns the layout as `(ia{sv}av)`; a negative depth includes all levels. */
function layoutOf({ id, properties, children }: MenuNode, depth: number, wanted: string[]): unknown[] {
  return [
    id,
    onTheWire(pickProperties(properties, wanted)),
    depth === 0 ? [] : children.map((child) => new dbus.Variant('(ia{sv}av)', layoutOf(child, depth - 1, wanted))),
  ];
}

function wireType(value: boolean | string | Buffer): 'b' | 's' | 'ay' {
  if (typeof value === 'boolean') return 'b';
  return typeof value === 'string' ? 's' : 'ay';
}

function onTheWire(properties: MenuProperties): [string, InstanceType<typeof dbus.Variant>][] {
  return Object.entries(properties).map(([name, value]) => [name, new dbus.Variant(wireType(value), value)]);
}
