import { laterDialog } from '../parts/later.tsx';

/** The dialogs that several views open. */
export const UntilDialog = laterDialog(() => import('./until-dialogs.ts').then((part) => part.UntilDialog));
