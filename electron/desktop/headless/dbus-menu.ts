import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import dbus from 'dbus-native';
import type { Emitter } from '../../base/emitter.ts';
import { appFiles } from '../app-files.ts';
import type { DesktopEvents, MenuIcon, TrayCommand, TrayMenuItem } from '../desktop.ts';
import type { Bus } from '../linux/message-bus.ts';

const INTERFACE = 'com.canonical.dbusmenu';

/** Tray menu on the bus (com.canonical.dbusmenu, version 3). */
export class DbusMenu {
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
  readonly #events: Emitter<DesktopEvents>;
  #items: TrayMenuItem[] = [];
  #revision = 1;
  #nextId = 1;
  #nodes = nodesById(menuTree([], 1).root);
  /** Entries of the previous menu, for a click that was pending when the menu changed. */
  #previousNodes = new Map<number, MenuNode>();

  constructor(bus: Bus, events: Emitter<DesktopEvents>) {
    this.#bus = bus;
    this.#events = events;
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
    const found = onTheWire(this.#node(id).properties, [name])[0]?.[1];
    if (!found) throw new Error(`Menu entry ${id} has no property ${name}.`);
    return found;
  }

  /** Returns the properties of the named entries that exist, or of all if none is named. */
  #groupProperties(ids: number[], names: string[]): unknown[] {
    const nodes = ids.length === 0 ? [...this.#nodes.values()] : ids.flatMap((id) => this.#nodes.get(id) ?? []);
    return nodes.map(({ id, properties }) => [id, onTheWire(properties, names)]);
  }

  /** Handles a click. Returns whether the entry exists, or did before the last change. */
  #handle(id: number, event: string): boolean {
    const node = this.#nodes.get(id) ?? this.#previousNodes.get(id);
    if (event === 'clicked' && node?.command) this.#events.emit('tray-command', node.command);
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
    onTheWire(properties, wanted),
    depth === 0 ? [] : children.map((child) => new dbus.Variant('(ia{sv}av)', layoutOf(child, depth - 1, wanted))),
  ];
}

const WIRE_TYPES: Record<string, string> = { boolean: 'b', string: 's', object: 'ay' };

/** Returns the wanted properties as `a{sv}`; all if none is named. */
const onTheWire = (properties: MenuProperties, wanted: string[]): [string, InstanceType<typeof dbus.Variant>][] =>
  Object.entries(pickProperties(properties, wanted)).map(([name, value]) => [
    name,
    new dbus.Variant(WIRE_TYPES[typeof value]!, value),
  ]);

/** Properties of a menu entry in com.canonical.dbusmenu; omitted ones have its defaults. */
interface MenuProperties {
  type?: 'separator';
  label?: string;
  enabled?: boolean;
  'children-display'?: 'submenu';
  /** PNG file. */
  'icon-data'?: Buffer;
}

interface MenuNode {
  id: number;
  properties: MenuProperties;
  children: MenuNode[];
  command?: TrayCommand;
}

/** Id of the menu itself. */
const ROOT = 0;

/**
 * Returns the menu as a tree for dbusmenu, with the next free id. Ids are never reused, so that a click on a replaced
 * menu cannot hit another entry.
 */
function menuTree(items: TrayMenuItem[], firstId: number): { root: MenuNode; nextId: number } {
  let nextId = firstId;
  const node = (item: TrayMenuItem): MenuNode => ({
    id: nextId++,
    properties: propertiesOf(item),
    children: item.type === 'submenu' ? item.items.map(node) : [],
    ...(item.type === 'action' && { command: item.command }),
  });
  const root: MenuNode = { id: ROOT, properties: { 'children-display': 'submenu' }, children: items.map(node) };
  return { root, nextId };
}

function propertiesOf(item: TrayMenuItem): MenuProperties {
  if (item.type === 'separator') return { type: 'separator' };
  const label = menuLabel(item.label);
  if (item.type === 'label') return { label, enabled: false };
  if (item.type === 'submenu') return { label, 'children-display': 'submenu' };
  return { label, enabled: item.enabled ?? true, ...(item.icon && { 'icon-data': menuIcon(item.icon) }) };
}

/** Escapes underscores, which would mark the next letter as an access key. */
function menuLabel(text: string): string {
  return text.replaceAll('_', '__');
}

/** Returns all nodes by id, including the menu itself. */
function nodesById(root: MenuNode): Map<number, MenuNode> {
  return new Map([[root.id, root], ...root.children.flatMap((child) => [...nodesById(child)])]);
}

/** Returns the requested properties; all if the list is empty. */
function pickProperties(properties: MenuProperties, wanted: string[]): MenuProperties {
  if (wanted.length === 0) return properties;
  return Object.fromEntries(Object.entries(properties).filter(([name]) => wanted.includes(name)));
}

const readMenuIcons = new Map<MenuIcon, Buffer>();

/** Returns a tray menu icon as a PNG file; panels scale it. */
function menuIcon(name: MenuIcon): Buffer {
  const file = readMenuIcons.get(name) ?? readFileSync(join(appFiles.icons, `menu-${name}@2x.png`));
  readMenuIcons.set(name, file);
  return file;
}
