import { laterDialog } from '../widgets/parts/later.tsx';

export const ShortcutSheet = laterDialog(() => import('./shortcut-sheet.tsx').then((part) => part.ShortcutSheet));
