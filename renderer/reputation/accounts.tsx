import { useState } from 'react';
import type { Account } from '../../common/contract/contract.ts';
import { SiteIcon } from '../widgets/site-icon.tsx';
import { useLocale } from '../appearance/language.tsx';
import { Change } from '../widgets/change.tsx';

/** How many fit above the chart; the others are a click away. */
const ACCOUNTS_SHOWN_AT_FIRST = 7;

interface CardProps {
  site?: Account['site'];
  reputation: number;
  today: number;
  chosen: boolean;
  onChoose: () => void;
}

function Card({ site, reputation, today, chosen, onChoose }: CardProps) {
  const { words, number } = useLocale();
  return (
    <li>
      <button
        type="button"
        className={`s-card account ${chosen ? 'is-chosen' : ''}`}
        aria-pressed={chosen}
        onClick={onChoose}
      >
        <span className="account--site">
          {site && <SiteIcon site={site} />}
          <span className="account--name" title={site?.name}>
            {site?.name ?? words('reputation.accounts.all')}
          </span>
        </span>
        <span className="account--total">{number(reputation)}</span>
        <span className="account--today">
          <Today today={today} />
        </span>
      </button>
    </li>
  );
}

/** "+35 today", with the change in its colour wherever the language puts it. */
function Today({ today }: { today: number }) {
  const { words } = useLocale();
  const [before = '', after = ''] = words('reputation.accounts.today', { change: '\n' }).split('\n');
  return (
    <>
      {before}
      <Change change={today} />
      {after}
    </>
  );
}

interface Props {
  accounts: Account[];
  /** The site that is looked at; all of them without. */
  chosen: string | undefined;
  onChoose: (site: string | undefined) => void;
}

/** Reputation on each site and on all together; a click has the view show that one. */
export function AccountCards({ accounts, chosen, onChoose }: Props) {
  const { words } = useLocale();
  const [all, setAll] = useState(false);
  const sum = (of: 'reputation' | 'today') => accounts.reduce((total, account) => total + account[of], 0);
  const shown =
    all || accounts.length <= ACCOUNTS_SHOWN_AT_FIRST + 1
      ? accounts
      : accounts.filter(({ site }, index) => index < ACCOUNTS_SHOWN_AT_FIRST || site.id === chosen);
  return (
    <div className="accounts">
      <ul className="accounts--list" aria-label={words('reputation.accounts.label')}>
        {accounts.length > 1 && (
          <Card
            reputation={sum('reputation')}
            today={sum('today')}
            chosen={chosen === undefined}
            onChoose={() => onChoose(undefined)}
          />
        )}
        {shown.map(({ site, reputation, today }) => (
          <Card
            key={site.id}
            site={site}
            reputation={reputation}
            today={today}
            chosen={chosen === site.id || accounts.length === 1}
            onChoose={() => onChoose(site.id)}
          />
        ))}
      </ul>
      {accounts.length > ACCOUNTS_SHOWN_AT_FIRST + 1 && (
        <button type="button" className="s-btn s-btn__link" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? words('reputation.accounts.fewer') : words('reputation.accounts.more', { total: accounts.length })}
        </button>
      )}
    </div>
  );
}
