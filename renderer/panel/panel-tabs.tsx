import { IconCheckmark } from '@stackoverflow/stacks-icons/icons';
import { useRef, type KeyboardEvent } from 'react';
import { useShortcut } from '../commands/shortcuts.tsx';
import { useLocale, useWords } from '../appearance/language.tsx';
import { Icon } from '../widgets/icon.tsx';

export const TABS = ['inbox', 'watches', 'reputation'] as const;
export type Tab = (typeof TABS)[number];

export const tabId = (tab: Tab): string => `panel-tab-${tab}`;
export const TAB_PANEL_ID = 'panel-content';

function TabKey({ tab, digit, onChoose }: { tab: Tab; digit: number; onChoose: (tab: Tab) => void }) {
  const words = useWords();
  const view = words(`common.views.${tab}`);
  useShortcut(String(digit), words('shortcuts.goTo', { view }), () => onChoose(tab), { group: words('panel.group') });
  return null;
}

interface Props {
  shown: Tab;
  /** How many are unread in each. */
  unread: Partial<Record<Tab, number>>;
  onChoose: (tab: Tab) => void;
  onMarkAll: (tab: 'inbox' | 'watches') => void;
}

/** Marks read what the tab counts as unread, and says how much that is. */
function MarkAll({ count, onMarkAll }: { count: number; onMarkAll: () => void }) {
  const words = useWords();
  const label = words('inbox.markAll', { count });
  useShortcut('Shift+E', label, onMarkAll, { group: words('panel.group'), when: count > 0 });
  if (count === 0) return null;
  return (
    <button
      type="button"
      className="s-btn s-btn__sm s-btn__muted panel--mark-all"
      aria-label={label}
      title={label}
      onClick={onMarkAll}
    >
      <Icon svg={IconCheckmark} /> <span aria-hidden="true">{count}</span>
    </button>
  );
}

/** The tabs; arrow keys move between them, and the digits choose them from anywhere. */
export function PanelTabs({ shown, unread, onChoose, onMarkAll }: Props) {
  const { words, number } = useLocale();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const at = TABS.indexOf(shown);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1 + TABS.length, Home: 0, End: TABS.length - 1 }[event.key];
    const next = to === undefined ? undefined : TABS[to % TABS.length];
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next);
    list.current?.querySelector<HTMLElement>(`#${tabId(next)}`)?.focus();
  };
  return (
    <div className="panel--tabs">
      <div
        className="panel--tablist"
        role="tablist"
        tabIndex={-1}
        aria-label={words('panel.tabs')}
        ref={list}
        onKeyDown={onKeyDown}
      >
        {TABS.map((tab, index) => (
          <button
            type="button"
            role="tab"
            key={tab}
            id={tabId(tab)}
            aria-selected={tab === shown}
            aria-controls={TAB_PANEL_ID}
            tabIndex={tab === shown ? 0 : -1}
            className="panel--tab"
            onClick={() => onChoose(tab)}
          >
            <TabKey tab={tab} digit={index + 1} onChoose={onChoose} />
            {words(`common.views.${tab}`)}
            {(unread[tab] ?? 0) > 0 && (
              <span className="unread-count">
                {number(unread[tab] ?? 0)}
                <span className="visually-hidden"> {words('common.unread')}</span>
              </span>
            )}
          </button>
        ))}
      </div>
      {shown !== 'reputation' && <MarkAll count={unread[shown] ?? 0} onMarkAll={() => onMarkAll(shown)} />}
    </div>
  );
}
