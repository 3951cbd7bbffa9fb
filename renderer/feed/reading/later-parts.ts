import { later } from '../../widgets/parts/later.tsx';

export const Acceptance = later(() => import('./acceptance.tsx').then((part) => part.Acceptance));

/** What makes a post fit for the page is as large as the whole list. */
export const PostBody = later(() => import('./post-body.tsx').then((part) => part.PostBody));
