import { later } from '../widgets/dialogs/later.tsx';

export const ShortcutSheet = later(() => import('./shortcut-sheet.tsx').then((part) => part.ShortcutSheet));
