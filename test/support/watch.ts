import { WatchRule } from '../../common/contract/contract.ts';
import type { StoredWatch } from '../../electron/store/settings.ts';

/** Returns a watch of a site of the demo network, which is announced with a sound. */
export const watchOf = (
  id: string,
  siteId: string,
  rule: object = { anyTags: ['a'] },
  part: Partial<StoredWatch> = {},
): StoredWatch => ({
  id,
  networkId: 'demo',
  siteId,
  siteName: siteId,
  rule: WatchRule.parse(rule),
  alert: 'sound',
  muted: false,
  ...part,
});
