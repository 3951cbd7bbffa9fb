import { later } from '../../widgets/dialogs/later.tsx';

export const Acceptance = later(() => import('./acceptance.tsx').then((part) => part.Acceptance));
