import { isDeepStrictEqual } from 'node:util';
import dbus from 'dbus-native';
import type { TrayCommand, TrayMenuItem } from '../../desktop.ts';
import { menuTree, nodesById, pickProperties, ROOT } from './menu-layout.ts';
import type { MenuNode, MenuProperties } from './menu-layout.ts';
import type { Bus } from '../../linux/message-bus.ts';

/** The tray's menu on the bus (com.canonical.dbusmenu, version 3). */
export interface DbusMenu {
  show(items: TrayMenuItem[]): void;
}

const INTERFACE = 'com.canonical.dbusmenu';

/** Exports the menu at `path`; `choose` hears what a person chose. */
export async function exportMenu(bus: Bus, path: string, choose: (command: TrayCommand) => void): Promise<DbusMenu> {
  let items: TrayMenuItem[] = [];
  let revision = 1;
  let { root, nextId } = menuTree(items, 1);
  let nodes = nodesById(root);
  /** Of the menu before, for a click that was on its way when the menu changed. */
  let before = new Map<number, MenuNode>();

  const nodeOrError = (id: number): MenuNode => {
    const node = nodes.get(id);
    if (!node) throw new Error(`There is no menu entry ${id}.`);
    return node;
  };
  const clicked = (id: number, event: string): boolean => {
    const node = nodes.get(id) ?? before.get(id);
    if (event === 'clicked' && node?.command) choose(node.command);
    return node !== undefined;
  };

  const menu = dbus.defineInterface({
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
        handler: ({
          parentId,
          recursionDepth,
          propertyNames,
        }: {
          parentId: number;
          recursionDepth: number;
          propertyNames: string[];
        }) => ({
          revision,
          layout: layoutOf(nodeOrError(parentId), recursionDepth, propertyNames),
        }),
      },
      GetGroupProperties: {
        in: { ids: 'ai', propertyNames: 'as' },
        out: { properties: 'a(ia{sv})' },
        handler: ({ ids, propertyNames }: { ids: number[]; propertyNames: string[] }) =>
          (ids.length === 0 ? [...nodes.values()] : ids.flatMap((id) => nodes.get(id) ?? [])).map(
            ({ id, properties }) => [id, onTheWire(pickProperties(properties, propertyNames))],
          ),
      },
      GetProperty: {
        in: { id: 'i', name: 's' },
        out: { value: 'v' },
        handler: ({ id, name }: { id: number; name: string }) => {
          const found = onTheWire(pickProperties(nodeOrError(id).properties, [name]))[0]?.[1];
          if (!found) throw new Error(`Menu entry ${id} has no property ${name}.`);
          return found;
        },
      },
      Event: {
        in: { id: 'i', eventId: 's', data: 'v', timestamp: 'u' },
        handler: ({ id, eventId }: { id: number; eventId: string }) => {
          clicked(id, eventId);
          return null;
        },
      },
      EventGroup: {
        in: { events: 'a(isvu)' },
        out: { idErrors: 'ai' },
        handler: ({ events }: { events: [number, string][] }) =>
          events.filter(([id, eventId]) => !clicked(id, eventId)).map(([id]) => id),
      },
      AboutToShow: { in: { id: 'i' }, out: { needUpdate: 'b' }, handler: () => false },
      AboutToShowGroup: {
        in: { ids: 'ai' },
        out: { updatesNeeded: 'ai', idErrors: 'ai' },
        handler: ({ ids }: { ids: number[] }) => ({ updatesNeeded: [], idErrors: ids.filter((id) => !nodes.has(id)) }),
      },
    },
    signals: {
      ItemsPropertiesUpdated: { args: { updatedProps: 'a(ia{sv})', removedProps: 'a(ias)' } },
      LayoutUpdated: { args: { revision: 'u', parent: 'i' } },
      ItemActivationRequested: { args: { id: 'i', timestamp: 'u' } },
    },
  });
  await bus.export(path, menu);

  return {
    show(newItems) {
      // A new revision makes panels fetch and redraw everything, under the pointer of whoever has it open.
      if (isDeepStrictEqual(newItems, items)) return;
      items = structuredClone(newItems);
      before = nodes;
      ({ root, nextId } = menuTree(items, nextId));
      nodes = nodesById(root);
      revision++;
      if (!bus.isClosed) menu.emit['LayoutUpdated']?.(revision, ROOT);
    },
  };
}

/** `(ia{sv}av)`; a depth below zero means all of it. */
function layoutOf({ id, properties, children }: MenuNode, depth: number, wanted: string[]): unknown[] {
  return [
    id,
    onTheWire(pickProperties(properties, wanted)),
    depth === 0 ? [] : children.map((child) => new dbus.Variant('(ia{sv}av)', layoutOf(child, depth - 1, wanted))),
  ];
}

function onTheWire(properties: MenuProperties): [string, InstanceType<typeof dbus.Variant>][] {
  return Object.entries(properties).map(([name, value]) => [
    name,
    new dbus.Variant(typeof value === 'boolean' ? 'b' : 's', value),
  ]);
}
