import { later } from '../widgets/parts/later.tsx';

export const ShortcutSheet = later(() => import('./shortcut-sheet.tsx').then((part) => part.ShortcutSheet));
