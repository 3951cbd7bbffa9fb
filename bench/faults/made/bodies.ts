import type { Exchange, Fault } from '../network/layer.ts';

/** Bodies that are no answer, or an odd one. */

type Item = Record<string, unknown>;
type Wrapper = Item & { items?: Item[] };

async function goodWrapper(exchange: Exchange): Promise<{ wrapper: Wrapper; headers: Headers; status: number }> {
  const response = await exchange.good();
  return { wrapper: (await response.json()) as Wrapper, headers: response.headers, status: response.status };
}

/** The good answer with another body. */
export const otherBody =
  (change: (text: string) => string | Uint8Array): Fault =>
  async (exchange) => {
    const response = await exchange.good();
    const changed = change(await response.text());
    return new Response(typeof changed === 'string' ? changed : new Uint8Array(changed), {
      status: response.status,
      headers: response.headers,
    });
  };

/** The good answer with other fields. */
export const otherWrapper =
  (change: (wrapper: Wrapper) => unknown): Fault =>
  async (exchange) => {
    const { wrapper, headers, status } = await goodWrapper(exchange);
    return new Response(JSON.stringify(change(wrapper)), { status, headers });
  };

/** The good answer with other items. */
export const otherItems = (change: (items: Item[]) => unknown): Fault =>
  otherWrapper((wrapper) => ({ ...wrapper, ...(wrapper.items && { items: change(wrapper.items) }) }));

const oddNumber = (name: string, value: unknown): unknown => (name.endsWith('_id') ? 2 ** 60 : value);
const oddText = (_name: string, value: unknown): unknown => (typeof value === 'string' ? { not: 'a text' } : value);

const mapFields = (item: Item, change: (name: string, value: unknown) => unknown): Item =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, change(name, value)]));

export const withOddIds = (items: Item[]): unknown => items.map((item) => mapFields(item, oddNumber));
export const withOddTypes = (items: Item[]): unknown => items.map((item) => mapFields(item, oddText));

const MEGABYTE = 1024 * 1024;
export const withHugeTexts = (items: Item[]): unknown =>
  items.slice(0, 3).map((item) => ({ ...item, title: 'x'.repeat(MEGABYTE / 4), body: 'y'.repeat(MEGABYTE) }));

/** Objects with the keys of every object's own parts, which must not become parts of anything. */
export const withPrototypeKeys = (text: string): string =>
  text.replace(/\{/, '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},');

export const deeplyNested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

/** Seventeen MiB in pieces, as they would come over the wire. */
export const endless: Fault = ({ now }) => {
  const piece = new TextEncoder().encode(' '.repeat(MEGABYTE));
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => (++sent > 17 ? controller.close() : controller.enqueue(piece)),
  });
  return new Response(body, { headers: { date: new Date(now).toUTCString(), 'content-type': 'application/json' } });
};
