import type { NotificationLimit } from '../../../common/contract/contract.ts';
import type { Words } from '../../../common/i18n/words.ts';

/** After how many notifications the rest is bundled, in words. */
export const limitWords = (words: Words, limit: NotificationLimit): string =>
  limit === 'none'
    ? words('settings.notifications.noLimit')
    : words('settings.notifications.limitOf', { count: limit });
