import { later } from '../../widgets/parts/later.tsx';

/** Loaded later: it is seen only while nothing is read. */
export const Today = later(() => import('./today.tsx').then((part) => part.Today));
