import { later } from '../../widgets/parts/later.tsx';

export const Acceptance = later(() => import('./acceptance.tsx').then((part) => part.Acceptance));
