import type { ContractRouterClient } from '@orpc/contract';
import type { contract, PageName } from '../../common/contract/contract.ts';

type Client = ContractRouterClient<typeof contract>;

/**
 * A page that the person has open: it lists what `read` gives, again after each change, and reports these rows as in
 * sight. Returns a function that closes it.
 */
export async function openPage(client: Client, read: (client: Client) => Promise<string[]>, page: PageName = 'window') {
  const open = new AbortController();
  let hide = async () => {};
  const show = async () => {
    const shown = new AbortController();
    const rows = await client.notices.visible({ page, keys: await read(client) }, { signal: shown.signal });
    await rows.next();
    await hide();
    hide = async () => {
      shown.abort();
      await rows.return?.();
    };
  };
  const changes = await client.changes(undefined, { signal: open.signal });
  const following = (async () => {
    for await (const { of } of changes) if (of !== 'settings') await show();
  })().catch(() => undefined);
  await show();
  return async () => {
    open.abort();
    await following;
    await hide();
  };
}

/** Rows of the inbox as far as a window shows them. */
export const inboxRows =
  (filter: Parameters<Client['inbox']['list']>[0]['filter'] = {}, limit = 20) =>
  async (client: Client): Promise<string[]> =>
    (await client.inbox.list({ filter, limit })).entries.slice(0, limit).map(({ key }) => key);

/** Rows of the latest changes of reputation. */
export const reputationRows = async (client: Client): Promise<string[]> =>
  (await client.reputation.changes({ limit: 20 })).entries.map(({ key }) => key);
