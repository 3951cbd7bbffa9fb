import { WINDOW_PROTOCOL } from '../../common/page-key.ts';

/** What a browser has once it entered the headless window. */
export interface Entered {
  /** The `Cookie` header; empty where it was refused. */
  cookie: string;
  pageKey: string;
  /** What its page's WebSocket offers. */
  protocols: string[];
}

/** Enters by an entry link, as a browser does. */
export async function enterWindow(address: string): Promise<Entered> {
  const answer = await fetch(address, { redirect: 'manual' });
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const pageKey = /data-key="([^"]*)"/.exec(await answer.text())?.[1] ?? '';
  return { cookie, pageKey, protocols: [WINDOW_PROTOCOL, pageKey] };
}
