import { IconCheckmarkLg } from '@stackoverflow/stacks-icons/icons';
import { useMemo, type ReactNode } from 'react';
import { Link } from 'wouter';
import type { InboxEntry, InboxFilter } from '../../../common/contract/contract.ts';
import { useReputation } from '../../agent/queries.ts';
import { useLocale, useWords } from '../../appearance/language.tsx';
import { Empty } from '../../feedback/states.tsx';
import { Change } from '../../widgets/change.tsx';
import { SiteIcon } from '../../widgets/site-icon.tsx';
import { useNow } from '../../widgets/use-now.ts';
import { useInboxCounts, useInboxList } from '../inbox-queries.ts';
import { ItemRow } from '../list/item-row.tsx';
import { bestMatches } from './best-matches.ts';

interface Props {
  /** Lists what is unread: of one site, or all. */
  onUnread: (site: string | undefined) => void;
  onOpen: (entry: InboxEntry) => void;
  onBrowser: (key: string) => void;
}

function Part({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="today--part">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** What is unread, site by site. */
function Unread({ onUnread }: Pick<Props, 'onUnread'>) {
  const { words, number } = useLocale();
  const counts = useInboxCounts(UNREAD).data;
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

/** The day so far, beside the list while nothing is read there; calm where there is nothing to tell. */
export function Today({ onUnread, onOpen, onBrowser }: Props) {
  const words = useWords();
  const now = useNow(20_000);
  const unread = useInboxCounts(UNREAD).data?.unread;
  const reputation = useReputation().data?.accounts;
  const found = useInboxList(MATCHES).data?.pages[0]?.entries;
  const matches = useMemo(() => bestMatches(found ?? [], now), [found, now]);
  const isKnown = unread !== undefined && reputation !== undefined && found !== undefined;
  const isCalm = isKnown && unread === 0 && matches.length === 0 && reputation.every(({ today }) => today === 0);
  return (
    <section className="reading today" aria-label={words('inbox.today.title')}>
      <h2>{words('inbox.today.title')}</h2>
      {isKnown && unread === 0 && (
        <Empty icon={IconCheckmarkLg} title={words('inbox.today.caughtUp')}>
          {isCalm && <p>{words('inbox.today.calm')}</p>}
        </Empty>
      )}
      {isKnown && (
        <>
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
                      onBrowser={() => onBrowser(entry.key)}
                      onFocus={() => undefined}
                    />
                  </li>
                ))}
              </ul>
            </Part>
          )}
        </>
      )}
    </section>
  );
}
