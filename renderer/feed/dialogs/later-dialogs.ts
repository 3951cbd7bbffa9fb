import { later } from '../../widgets/parts/later.tsx';

export const MutedList = later(() => import('./muted-list.tsx').then((part) => part.MutedList));
export const SnoozeDialog = later(() =>
  import('../../widgets/dialogs/until-dialogs.ts').then((part) => part.SnoozeDialog),
);
