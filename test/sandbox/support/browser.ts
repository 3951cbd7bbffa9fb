import { decodeHTML } from 'entities';

/** A page as a browser has it before it: where it is, and its form. */
export interface Page {
  readonly url: string;
  readonly status: number;
  readonly text: string;
}

/** A browser of one person: keeps cookies, follows redirects within a network, and stops at any that leads out. */
export class Browser {
  readonly #origin: string;
  readonly #headers: Record<string, string>;
  readonly #cookies = new Map<string, string>();

  constructor(origin: string, headers: Record<string, string> = {}) {
    this.#origin = origin;
    this.#headers = headers;
  }

  /** @returns the page, or the address outside that was led to, which is not loaded */
  async open(url: string, form?: URLSearchParams): Promise<Page | URL> {
    const answer = await fetch(url, {
      ...(form && { method: 'POST', body: form }),
      headers: { ...this.#headers, cookie: [...this.#cookies].map((pair) => pair.join('=')).join('; ') },
      redirect: 'manual',
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=;]*)=([^;]*)/.exec(cookie) ?? [];
      this.#cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location === null) return { url, status: answer.status, text: await answer.text() };
    const target = new URL(location, url);
    const isOut = target.origin !== this.#origin || target.pathname === '/oauth/login_success';
    return isOut ? target : this.open(target.href);
  }

  /** Sends the page's form with its fields as they stand, but for the changes. */
  send(page: Page, changes: Record<string, string>): Promise<Page | URL> {
    const form = /<form[^>]*\baction="([^"]*)"[^>]*>([\s\S]*?)<\/form>/.exec(page.text);
    const fields = new URLSearchParams();
    for (const [, name = '', value = ''] of (form?.[2] ?? '').matchAll(/<input[^>]*?name="([^"]*)" value="([^"]*)"/g))
      if (!fields.has(name)) fields.set(name, decodeHTML(value));
    for (const [name, value] of Object.entries(changes)) fields.set(name, value);
    return this.open(new URL(decodeHTML(form?.[1] ?? ''), page.url).href, fields);
  }
}

/** @throws where it is an address outside */
export function page(at: Page | URL): Page {
  if (at instanceof URL) throw new Error(`Led out to ${at.origin}`);
  return at;
}

/** @throws where it is a page of the network */
export function outside(at: Page | URL): URL {
  if (at instanceof URL) return at;
  throw new Error(`Still on ${at.url}, status ${at.status}: ${/<h1>(.*?)<\/h1>/.exec(at.text)?.[1] ?? ''}`);
}
