import { decodeHTML } from 'entities';
import type { Fetch } from '../../../api/fetch.ts';

/** Failure to go through the demo network's dialog; `message` says at which step. */
export class DemoSignInFailed extends Error {
  override readonly name = 'DemoSignInFailed';
}

/** Maximum number of pages from the dialog's address to its end: log-in, dialog and redirects. */
const MAX_STEPS = 8;

/**
 * Goes through the demo network's own dialog as a user would: loads the page, logs in as the first user if necessary,
 * approves. Returns the address at which the dialog ends, token or code included. For `--demo`, and if the shell has no
 * window for the dialog.
 */
export async function walkDialog(dialogUrl: string, fetch: Fetch): Promise<string> {
  const walk = new Walk(dialogUrl, fetch);
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const end = await walk.step();
    if (end !== undefined) return end;
  }
  throw new DemoSignInFailed('The demo network went on asking.');
}

/** Session through pages with one form each, with cookies and redirects like a browser. */
class Walk {
  readonly #fetch: Fetch;
  readonly #redirectUri: string;
  readonly #cookies = new Map<string, string>();
  #next: { url: string; body?: URLSearchParams };

  constructor(dialogUrl: string, fetch: Fetch) {
    this.#fetch = fetch;
    const redirectUri = new URL(dialogUrl).searchParams.get('redirect_uri') ?? '';
    this.#redirectUri = URL.parse(redirectUri)?.href ?? redirectUri;
    this.#next = { url: dialogUrl };
  }

  /**
   * Loads a page and fills in its form.
   * @returns the address at which the dialog ends, once it does
   */
  async step(): Promise<string | undefined> {
    const { url, body } = this.#next;
    const answer = await this.#fetch(url, {
      ...(body && { method: 'POST', body }),
      headers: { cookie: [...this.#cookies].map((pair) => pair.join('=')).join('; ') },
      redirect: 'manual',
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=;]*)=([^;]*)/.exec(cookie) ?? [];
      this.#cookies.set(name, value);
    }
    const target = answer.headers.get('location');
    if (target !== null) return this.#follow(new URL(target, url).href);
    const page = await answer.text();
    if (answer.status !== 200)
      throw new DemoSignInFailed(`The demo network did not let the first demo person in (status ${answer.status}).`);
    this.#next = filledIn(page, url);
    return undefined;
  }

  #follow(target: string): string | undefined {
    if (this.#redirectUri !== '' && target.startsWith(this.#redirectUri)) return target;
    this.#next = { url: target };
    return undefined;
  }
}

/** Returns the form of a page with the first user chosen and the approval set. */
function filledIn(page: string, url: string): { url: string; body: URLSearchParams } {
  const action = /<form[^>]*\baction="([^"]*)"/.exec(page)?.[1];
  const fields = new URLSearchParams();
  for (const [input] of page.matchAll(/<input\b[^>]*>/g)) {
    const name = attribute(input, 'name');
    // The first user is preselected; further fields of the same name are skipped.
    if (name !== undefined && !fields.has(name)) fields.set(name, attribute(input, 'value') ?? '');
  }
  if (fields.size === 0) throw new DemoSignInFailed('The demo network did not show its sign-in page.');
  fields.set('decision', 'approve');
  return { url: new URL(action === undefined ? url : decodeHTML(action), url).href, body: fields };
}

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? undefined : decodeHTML(value);
}
