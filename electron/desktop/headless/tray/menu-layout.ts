import type { TrayCommand, TrayMenuItem } from '../../desktop.ts';
import { menuIcon } from './tray-icon.ts';

/** Properties of a menu entry in com.canonical.dbusmenu; omitted ones have its defaults. */
export interface MenuProperties {
  type?: 'separator';
  label?: string;
  enabled?: boolean;
  'children-display'?: 'submenu';
  /** PNG file. */
  'icon-data'?: Buffer;
}

export interface MenuNode {
  id: number;
  properties: MenuProperties;
  children: MenuNode[];
  command?: TrayCommand;
}

/** Id of the menu itself. */
export const ROOT = 0;

/**
 * Returns the menu as a tree for dbusmenu, with the next free id. Ids are never reused, so that a click on a replaced
 * menu cannot hit another entry.
 */
export function menuTree(items: TrayMenuItem[], firstId: number): { root: MenuNode; nextId: number } {
  let nextId = firstId;
  const node = (item: TrayMenuItem): MenuNode => {
    const id = nextId++;
    switch (item.type) {
      case 'separator':
        return { id, properties: { type: 'separator' }, children: [] };
      case 'label':
        return { id, properties: { label: menuLabel(item.label), enabled: false }, children: [] };
      case 'action':
        return {
          id,
          properties: {
            label: menuLabel(item.label),
            enabled: item.enabled ?? true,
            ...(item.icon && { 'icon-data': menuIcon(item.icon) }),
          },
          children: [],
          command: item.command,
        };
      case 'submenu':
        return {
          id,
          properties: { label: menuLabel(item.label), 'children-display': 'submenu' },
          children: item.items.map(node),
        };
    }
  };
  const root: MenuNode = { id: ROOT, properties: { 'children-display': 'submenu' }, children: items.map(node) };
  return { root, nextId };
}

/** Escapes underscores, which would mark the next letter as an access key. */
export function menuLabel(text: string): string {
  return text.replaceAll('_', '__');
}

/** Returns all nodes by id, including the menu itself. */
export function nodesById(root: MenuNode): Map<number, MenuNode> {
  return new Map([[root.id, root], ...root.children.flatMap((child) => [...nodesById(child)])]);
}

/** Returns the requested properties; all if the list is empty. */
export function pickProperties(properties: MenuProperties, wanted: string[]): MenuProperties {
  if (wanted.length === 0) return properties;
  return Object.fromEntries(Object.entries(properties).filter(([name]) => wanted.includes(name)));
}
