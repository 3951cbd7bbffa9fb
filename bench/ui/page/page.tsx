import '@stackoverflow/stacks/dist/css/stacks.min.css';
import '../../../renderer/appearance/askbell.css';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { InboxEntry } from '../../../common/contract/contract.ts';
import { MINUTE_MS } from '../../../common/durations.ts';
import { FeedRows, type ListOrder } from '../../../renderer/feed/list/feed-rows.ts';
import { startOfDay } from '../../../renderer/feed/list/groups.ts';
import type { FeedRow } from '../../../renderer/feed/list/threads.ts';
import { ItemList } from '../../../renderer/feed/list/item-list.tsx';

/** Actions of this page for the bench; times in ms. */
export interface UiBench {
  /** From the entries to the painted list. */
  paint(count: number, orderedBy: ListOrder): Promise<{ ms: number; nodes: number; rows: number }>;
  /** One newer item into the painted list, until it is painted. */
  prepend(): Promise<{ ms: number; moved: number; nodes: number; rows: number }>;
}

declare global {
  interface Window {
    bench: UiBench;
  }
}

const SITES = ['Gardening', 'Clockmaking', 'Baking', 'Loops'].map((name) => ({ id: name.toLowerCase(), name }));
const KINDS = ['comment', 'new_answer', 'question_update', 'chat_message'];

function entryOf(index: number): InboxEntry {
  const date = new Date(Date.now() - index * 10 * MINUTE_MS);
  return {
    key: `item-${index}`,
    account: 'demo',
    place: 10_000_000 - index,
    itemType: KINDS[index % KINDS.length] ?? 'comment',
    site: SITES[index % SITES.length] ?? SITES[0]!,
    title: `How does the winter garden keep its copper ladder from number ${index}?`,
    excerpt: `Number ${index} of the seeds stood in the window all winter, `.repeat(3),
    link: `https://example.org/questions/${index}`,
    createdAt: date,
    listedAt: date,
    unread: index % 9 === 0,
    question: `question-${index % 7 === 0 ? index + 1 : index}`,
    tags: [`tag-${index % 23}`],
    muted: false,
  };
}

const nothing = () => undefined;
const today = startOfDay(Date.now());
const NONE_UNFOLDED: ReadonlySet<string> = new Set();
const NONE_TICKED: string[] = [];
const root = createRoot(document.querySelector('#root')!);
let shown: InboxEntry[] = [];
let order: ListOrder = 'time';
let feed = new FeedRows();
let settled: number | undefined;

/** Renders the list with all that is shown. */
function render(): void {
  const items = feed.update(shown, { order, settled, unfolded: NONE_UNFOLDED, today });
  flushSync(() => root.render(<List items={items} />));
}

function List({ items }: { items: readonly FeedRow[] }) {
  return (
    <div className="feed" style={{ height: '600px', width: '456px' }}>
      <div className="feed--list">
        <ItemList
          label="Items"
          items={items}
          total={items.length}
          openKey={undefined}
          activeKey={items[0]?.entry.key}
          ticked={NONE_TICKED}
          unfolded={NONE_UNFOLDED}
          settled={settled}
          onSettle={nothing}
          onToggleThread={nothing}
          onActive={nothing}
          onOpen={nothing}
          onBrowser={nothing}
          onAct={nothing}
          onTick={nothing}
          onNearEnd={nothing}
        />
      </div>
    </div>
  );
}

/** Resolves once the frame that is due has been laid out and painted. */
const painted = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/** Returns the ms of a frame in which this happens, from its beginning: script, style, layout and paint. */
const frameWith = (work: () => void) =>
  new Promise<number>((resolve) => {
    requestAnimationFrame(() => {
      const from = performance.now();
      work();
      setTimeout(() => resolve(performance.now() - from));
    });
  });

const nodes = () => document.querySelectorAll('.items *').length;
const rows = () => document.querySelectorAll('.item').length;

window.bench = {
  async paint(count, orderedBy) {
    order = orderedBy;
    feed = new FeedRows();
    shown = Array.from({ length: count }, (_, index) => entryOf(index));
    await painted();
    const from = performance.now();
    settled = shown[0]?.place;
    render();
    await painted();
    return { ms: performance.now() - from, nodes: nodes(), rows: rows() };
  },
  async prepend() {
    const scroller = document.querySelector('.items--scroll')!;
    scroller.scrollTop = 4000;
    await painted();
    await painted();
    const first = document.elementFromPoint(200, 100)?.closest('li');
    const key = first?.querySelector('[data-item]')?.getAttribute('data-item') ?? '';
    const at = first?.getBoundingClientRect().top ?? 0;
    const newer: InboxEntry = {
      ...entryOf(0),
      key: `newer-${shown.length}`,
      place: 10_000_000 + shown.length,
      listedAt: new Date(),
      createdAt: new Date(),
    };
    await painted();
    const ms = await frameWith(() => {
      shown = [newer, ...shown];
      render();
    });
    const now =
      document.querySelector(`[data-item="${key}"]`)?.closest('li')?.getBoundingClientRect().top ?? Number.NaN;
    return { ms, moved: Math.abs(now - at), nodes: nodes(), rows: rows() };
  },
};
