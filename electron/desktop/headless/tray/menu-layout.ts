import type { TrayCommand, TrayMenuItem } from '../../desktop.ts';
import { menuIcon } from './tray-icon.ts';

/** A menu entry's properties as com.canonical.dbusmenu names them; what is left out has its default there. */
export interface MenuProperties {
  type?: 'separator';
  label?: string;
  enabled?: boolean;
  'children-display'?: 'submenu';
  /** A PNG file. */
  'icon-data'?: Buffer;
}

export interface MenuNode {
  id: number;
  properties: MenuProperties;
  children: MenuNode[];
  command?: TrayCommand;
}

/** The id of the menu itself. */
export const ROOT = 0;

/**
 * Takes the menu and the first free id; gives the tree for dbusmenu. Ids are never used twice, so that a click on a
 * menu that has just been replaced cannot hit another entry.
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

/** In a label an underscore marks the next letter as a shortcut; a doubled one is shown as it is. */
export function menuLabel(text: string): string {
  return text.replaceAll('_', '__');
}

/** Every node by its id, the menu itself included. */
export function nodesById(root: MenuNode): Map<number, MenuNode> {
  return new Map([[root.id, root], ...root.children.flatMap((child) => [...nodesById(child)])]);
}

/** Only the properties asked for; an empty list asks for all. */
export function pickProperties(properties: MenuProperties, wanted: string[]): MenuProperties {
  if (wanted.length === 0) return properties;
  return Object.fromEntries(Object.entries(properties).filter(([name]) => wanted.includes(name)));
}
