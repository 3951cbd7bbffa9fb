import { later } from '../../widgets/dialogs/later.tsx';

/** Seen only where nothing is read. */
export const Today = later(() => import('./today.tsx').then((part) => part.Today));
