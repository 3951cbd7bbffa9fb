import { laterDialog } from '../../widgets/parts/later.tsx';

/** The menu of filters, which brings the library of its list with it. */
export const FilterMenu = laterDialog(() => import('../filter/filter-menu.tsx').then((part) => part.FilterMenu));
export const ViewDialog = laterDialog(() => import('./view-dialog.tsx').then((part) => part.ViewDialog));
export const MutedList = laterDialog(() => import('./muted-list.tsx').then((part) => part.MutedList));
export const SnoozeDialog = laterDialog(() =>
  import('../../widgets/dialogs/until-dialogs.ts').then((part) => part.SnoozeDialog),
);
