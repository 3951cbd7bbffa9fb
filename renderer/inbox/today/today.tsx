import { IconArrowLeft, IconCheckmarkLg } from '@stackoverflow/stacks-icons/icons';
import { createContext, useContext, useEffect, useMemo, useRef, type ReactNode } from 'react';
import { Link } from 'wouter';
import type { InboxEntry, InboxFilter } from '../../../common/contract/contract.ts';
import { useReputation } from '../../agent/queries.ts';
import { useLocale, useWords } from '../../appearance/language.tsx';
import { Empty } from '../../feedback/states.tsx';
import { useShortcut } from '../../commands/shortcuts.tsx';
import { Change } from '../../widgets/change.tsx';
import { Icon } from '../../widgets/icon.tsx';
import { SiteIcon } from '../../widgets/site-icon.tsx';
import { useNow } from '../../widgets/use-now.ts';
import { useFeedCounts, useFeedList } from '../../feed/feed-queries.ts';
import { ItemRow } from '../../feed/list/item-row.tsx';
import { bestMatches } from './best-matches.ts';

interface Props {
  /** It lies over the list: what leads back to it. */
  onBack: (() => void) | undefined;
  /** Lists what is unread: of one site, or all. */
  onUnread: (site: string | undefined) => void;
  onOpen: (entry: InboxEntry) => void;
  onBrowser: (entry: InboxEntry) => void;
}

/** The heading level of its parts: one below its own. */
const PartLevel = createContext<2 | 3>(3);

function Part({ title, children }: { title: ReactNode; children: ReactNode }) {
  const level = useContext(PartLevel);
  return (
    <section className="today--part">
      {level === 2 ? <h2>{title}</h2> : <h3>{title}</h3>}
      {children}
    </section>
  );
}

/** What is unread, site by site. */
function Unread({ onUnread }: Pick<Props, 'onUnread'>) {
  const { words, number } = useLocale();
  const counts = useFeedCounts(UNREAD).data;
  if (!counts || counts.unread === 0) return null;
  return (
    <Part title={words('inbox.today.unread')}>
      <ul className="today--sites">
        {counts.sites.map(({ value, count, ...site }) => (
          <li key={value}>
            <button type="button" onClick={() => onUnread(value)}>
              <SiteIcon site={site} />
              <span className="today--site">{site.name}</span>{' '}
              <span className="today--count">
                {number(count)} <span className="visually-hidden">{words('inbox.today.unreadItems', { count })}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** What today has changed so far, site by site. */
function ReputationToday() {
  const words = useWords();
  const accounts = useReputation().data?.accounts.filter(({ today }) => today !== 0) ?? [];
  if (accounts.length === 0) return null;
  return (
    <Part title={words('inbox.today.reputation')}>
      <ul className="today--sites">
        {accounts.map(({ site, today }) => (
          <li key={site.id}>
            <Link href="/reputation">
              <SiteIcon site={site} />
              <span className="today--site">{site.name}</span>
              <Change change={today} />
            </Link>
          </li>
        ))}
      </ul>
    </Part>
  );
}

const UNREAD: InboxFilter = { unread: true };
const MATCHES: InboxFilter = { source: 'watches' };

/** Leads back to the list, by Escape as well. */
function BackButton({ onBack }: { onBack: () => void }) {
  const words = useWords();
  const label = words('inbox.actions.back');
  useShortcut('Escape', label, onBack, { group: words('common.views.inbox') });
  return (
    <button type="button" className="s-btn s-btn__muted s-btn__sm" aria-label={label} title={label} onClick={onBack}>
      <Icon svg={IconArrowLeft} />
    </button>
  );
}

/** The day so far, while nothing is read; calm where there is nothing to tell. */
export function Today({ onBack, onUnread, onOpen, onBrowser }: Props) {
  const words = useWords();
  const now = useNow(20_000);
  const heading = useRef<HTMLHeadingElement>(null);
  const isOver = onBack !== undefined;
  // Over the list it has the first-level heading: there is no other beneath.
  const Heading = isOver ? 'h1' : 'h2';
  useEffect(() => {
    if (isOver) heading.current?.focus();
  }, [isOver]);
  const unread = useFeedCounts(UNREAD).data?.unread;
  const reputation = useReputation().data?.accounts;
  const found = useFeedList(MATCHES).data?.pages[0]?.entries;
  const matches = useMemo(() => bestMatches(found ?? [], now), [found, now]);
  const isKnown = unread !== undefined && reputation !== undefined && found !== undefined;
  const isCalm = isKnown && unread === 0 && matches.length === 0 && reputation.every(({ today }) => today === 0);
  return (
    <section className="reading today" aria-label={words('inbox.today.title')}>
      <header className="today--head">
        {onBack && <BackButton onBack={onBack} />}
        <Heading ref={heading} tabIndex={-1}>
          {words('inbox.today.title')}
        </Heading>
      </header>
      {isKnown && unread === 0 && (
        <Empty icon={IconCheckmarkLg} title={words('inbox.today.caughtUp')}>
          {isCalm && <p>{words('inbox.today.calm')}</p>}
        </Empty>
      )}
      {isKnown && (
        <PartLevel value={isOver ? 2 : 3}>
          <Unread onUnread={onUnread} />
          <ReputationToday />
          {matches.length > 0 && (
            <Part title={words('inbox.today.matches')}>
              <ul className="today--matches">
                {matches.map((entry) => (
                  <li key={entry.key}>
                    <ItemRow
                      entry={entry}
                      now={now}
                      isActive
                      isOpen={false}
                      onOpen={() => onOpen(entry)}
                      onBrowser={() => onBrowser(entry)}
                      onFocus={() => undefined}
                    />
                  </li>
                ))}
              </ul>
            </Part>
          )}
        </PartLevel>
      )}
    </section>
  );
}
