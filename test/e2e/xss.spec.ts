import type { BrowserContext, Page } from '@playwright/test';
import type { Post } from '../../common/contract/contract.ts';
import { inboxOf, lively } from '../renderer/stage/fake-agent-data.ts';
import { startWindowServer, type WindowServer } from '../renderer/stage/fake-agent-serving.ts';
import { FakeAgent } from '../renderer/stage/fake-agent.ts';
import { chooseFilter } from '../renderer/stage/inbox-scene.ts';
import { expect, test } from './askbell.ts';
import { families, links } from './xss-corpus.ts';

/** What must not happen, as it happens. */
interface Watched {
  page: Page;
  server: WindowServer;
  /** Code that ran, requests that left, pages that opened. */
  incidents: string[];
}

declare global {
  interface Window {
    hits?: string[];
    hit?: () => void;
  }
}

/**
 * The window in front of an agent that tells nothing but payloads. The page's security policy is off, so that it does
 * not help.
 */
async function play(context: BrowserContext, payloads: readonly string[]): Promise<Watched> {
  const world = lively();
  const link = (index: number) => links[index % links.length];
  world.settings = { ...world.settings, remoteImages: 'click' };
  world.inbox = inboxOf(payloads.length).map((entry, index) => {
    const payload = payloads[index]!;
    return {
      ...entry,
      title: `${index}: ${payload}`,
      excerpt: payload,
      tags: [payload.slice(0, 100)],
      person: payload,
      itemType: payload.slice(0, 60),
      site: { id: `site-${index % 7}`, name: payload },
      link: link(index),
    };
  });
  world.reputation = world.reputation.map((entry, index) => ({
    ...entry,
    title: payloads[index]!,
    site: { ...entry.site, name: payloads[index]! },
  }));
  // What watches found is listed among the watches as well.
  world.watches = world.watches.map((watch, index) => ({
    ...watch,
    name: payloads[index]!,
    latest: [{ questionId: index, title: payloads[index]!, matchedAt: new Date(), unread: true, link: link(index) }],
  }));
  const agent = new FakeAgent(world);
  for (const [index, payload] of payloads.entries()) {
    const post: Post = {
      kind: 'answer',
      title: payload,
      html: payload,
      tags: [payload.slice(0, 100)],
      owner: { name: payload, link: link(index), imageUrl: link(index + 5), reputation: 1 },
      closed: payload,
      link: link(index + 9),
    };
    const can = { hasQuestion: true, hasAnswer: true, muted: false, canAccept: false, canUnaccept: false };
    const thread = index % 2 === 0 && { thread: [{ ...post, id: index, isItem: true }] };
    agent.inbox.readings.set(`item-${index + 1}`, { post, readAt: new Date(), ...can, ...thread });
    agent.inbox.readings.set(`question:item-${index + 1}`, { post: { ...post, kind: 'question' }, ...can });
    const muted = { questionId: index, title: payload, link: link(index), mutedAt: new Date() };
    agent.inbox.muted.push({ site: { id: 'x', name: payload }, ...muted });
  }
  const server = await startWindowServer();
  server.serve(agent);
  const incidents: string[] = [];
  const own = new URL(server.url).origin;
  await context.route('**', async (route) => {
    const url = route.request().url();
    if (url.startsWith(`${own}/`) && !/\/(?:x|y|relative)(?:$|[?#])/.test(url)) return route.continue();
    incidents.push(`request: ${url}`);
    return route.abort();
  });
  await context.addInitScript(() => {
    window.hits = [];
    window.hit = () => void window.hits?.push(new Error('hit').stack ?? 'hit');
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => incidents.push(`fault: ${error.stack ?? error.message}`));
  page.on('dialog', (dialog) => {
    incidents.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('popup', (popup) => incidents.push(`popup: ${popup.url()}`));
  page.on('framenavigated', (frame) => {
    if (!frame.url().startsWith(own)) incidents.push(`navigation: ${frame.url()}`);
  });
  page.on('websocket', (socket) => {
    if (new URL(socket.url()).host !== new URL(own).host) incidents.push(`socket: ${socket.url()}`);
  });
  await page.goto(`${server.url}#/inbox`);
  return { page, server, incidents };
}

/** What a post may be made of once it is shown. */
const SHOWN_TAGS = (
  'A ABBR B BLOCKQUOTE BR BUTTON CODE DD DEL DIV DL DT EM H1 H2 H3 H4 H5 H6 HR I INS KBD LI MARK OL P PRE Q S ' +
  'SAMP SMALL SPAN STRIKE STRONG SUB SUP TABLE TBODY TD TFOOT TH THEAD TR U UL VAR'
).split(' ');
const EVENTS = 'mouseover mouseenter pointerenter focus focusin blur keydown wheel toggle scroll animationstart'.split(
  ' ',
);

/** Everything that an open post could run by itself, poked; gives what should not be there. */
const poke = (page: Page) =>
  page.evaluate(
    ({ shown, events }) => {
      const found: string[] = [];
      for (const element of document.querySelectorAll('.post--body *')) {
        for (const { name, value } of element.attributes)
          if (
            /^on|^style$|^srcset$|^id$|^name$|^background$|^ping$|^action$|^formaction$/i.test(name) ||
            (name === 'href' && !/^https?:/.test(value))
          )
            found.push(`${element.tagName} ${name}=${value}`);
        if (!shown.includes(element.tagName)) found.push(element.tagName);
        for (const type of events) element.dispatchEvent(new Event(type, { bubbles: false }));
      }
      return [...found, ...(window.hits ?? [])];
    },
    { shown: SHOWN_TAGS, events: EVENTS },
  );

const ran = (page: Page) => page.evaluate(() => window.hits ?? ['gone']);

test.describe('nothing from the network runs or loads anything', () => {
  test.use({ bypassCSP: true });

  test('there are enough ways to try it', () =>
    expect(new Set(Object.values(families).flat()).size).toBeGreaterThanOrEqual(200));

  for (const [family, payloads] of Object.entries(families))
    test(`${family}: ${payloads.length} payloads, in the list and read`, async ({ context }) => {
      const { page, server, incidents } = await play(context, payloads);
      try {
        await expect(page.getByRole('list', { name: 'Inbox items' })).toBeVisible();
        const heading = page.getByRole('region', { name: 'Reading' }).getByRole('heading', { level: 2 });
        await page.locator('.item--title').first().focus();
        await page.keyboard.press('Enter');
        const read = new Set<string>();
        for (let number = 0; number < payloads.length; number++) {
          await expect(heading).toContainText(/^\d+: /);
          const title = (await heading.textContent()) ?? '';
          const index = Number.parseInt(title, 10);
          read.add(String(index));
          expect(title, payloads[index]).toBe(`${index}: ${payloads[index]}`);
          // The post or its thread, and the beginning of its question.
          await expect(page.locator('.post--body')).toHaveCount(2);
          expect(await poke(page), payloads[index]).toEqual([]);
          await page.keyboard.press('j');
          if (number < payloads.length - 1) await expect(heading).not.toHaveText(title);
        }
        expect(read.size).toBe(payloads.length);
        expect(await ran(page)).toEqual([]);
        expect(incidents).toEqual([]);
      } finally {
        await page.close();
        await server.stop();
      }
    });

  test('titles, tags, names and links in other views, a search, filters and among the muted', async ({ context }) => {
    const all = Object.values(families).flat();
    for (let from = 0; from < all.length; from += 40) {
      const { page, server, incidents } = await play(context, all.slice(from, from + 40));
      await expect(page.getByRole('list', { name: 'Inbox items' })).toBeVisible();
      await page.getByRole('searchbox').fill('hit');
      await chooseFilter(page, 'Muted questions');
      await expect(page.getByRole('dialog')).toBeVisible();
      for (const link of await page.getByRole('dialog').getByRole('link').all())
        expect(await link.getAttribute('href')).toMatch(/^https?:/);
      await page.keyboard.press('Escape');
      for (const view of ['watches', 'reputation', 'settings']) {
        await page.goto(`${server.url}#/${view}`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        for (const link of await page.locator('main a[href]').all())
          expect(await link.getAttribute('href')).toMatch(/^(?:https?:|#)/);
        expect(await ran(page)).toEqual([]);
      }
      expect(incidents).toEqual([]);
      await page.close();
      await server.stop();
    }
  });
});
