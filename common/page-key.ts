/**
 * Where the headless window's page keeps its key: in the browser's storage, which is separate for each port, as cookies
 * are not.
 */
export const PAGE_KEY_ITEM = 'askbell-page-key';

/** What the page's WebSocket speaks. The key goes along as a second protocol, since a page can set no header there. */
export const WINDOW_PROTOCOL = 'askbell';

/** What a page offers as its WebSocket's protocols; null where it was given no key. */
export const offeredProtocols = (pageKey: string | null): string[] =>
  pageKey === null ? [WINDOW_PROTOCOL] : [WINDOW_PROTOCOL, pageKey];
