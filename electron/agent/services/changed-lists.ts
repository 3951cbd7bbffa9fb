import type { ListName } from '../../../common/contract/contract.ts';
import type { StreamId } from '../domain/stream-id.ts';

/**
 * The lists that the poll of a stream may have changed. What watches find is listed with the inbox, too. The sites a
 * network has name and order those of every list; the person's accounts are listed with their reputation, and come
 * first among the sites.
 */
export function listsChangedBy(stream: StreamId): readonly ListName[] {
  if (stream === 'inbox') return ['inbox'];
  if (stream === 'accounts') return ['reputation', 'sites'];
  if (stream === 'sites') return ['inbox', 'reputation', 'watches', 'sites'];
  // Badges are announced and not listed; achievements only say what else is to be polled.
  if (stream === 'achievements' || stream.startsWith('badges:')) return [];
  return stream.startsWith('reputation:') || stream.startsWith('history:') ? ['reputation'] : ['watches', 'inbox'];
}
