import { later } from '../../widgets/dialogs/later.tsx';

export const MutedList = later(() => import('./muted-list.tsx').then((part) => part.MutedList));
export const SnoozeDialog = later(() => import('./snooze-dialog.tsx').then((part) => part.SnoozeDialog));
