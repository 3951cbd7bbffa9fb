/**
 * Key under which the headless window's page stores its page key: in the browser's storage, which is separate for each
 * port, unlike cookies.
 */
export const PAGE_KEY_ITEM = 'askbell-page-key';

/** Protocol of the page's WebSocket. The key is sent as a second protocol, because a page cannot set headers there. */
export const WINDOW_PROTOCOL = 'askbell';

/** Returns the WebSocket protocols that a page offers; `pageKey` is null if the page received no key. */
export const offeredProtocols = (pageKey: string | null): string[] =>
  pageKey === null ? [WINDOW_PROTOCOL] : [WINDOW_PROTOCOL, pageKey];
