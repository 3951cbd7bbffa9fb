import { later } from '../parts/later.tsx';

/** The dialogs that several views open. */
export const UntilDialog = later(() => import('./until-dialogs.ts').then((part) => part.UntilDialog));
