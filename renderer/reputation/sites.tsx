import { useState } from 'react';
import type { Account, ReputationRange } from '../../common/contract/contract.ts';
import { useLocale } from '../appearance/language.tsx';
import { Change } from '../widgets/change.tsx';
import { SiteIcon } from '../widgets/site-icon.tsx';
import { Spark } from './chart/plot.tsx';
import { useKnownProfile, useSeries } from './reputation-queries.ts';

/** How many are listed; the others are a click away. */
const SITES_SHOWN_AT_FIRST = 7;

/** "+35 today", with the change in its colour wherever the language puts it. */
export function ChangeToday({ change }: { change: number }) {
  const { words } = useLocale();
  const [before = '', after = ''] = words('reputation.accountsToday', { change: '\n' }).split('\n');
  return (
    <span className="site--today hint">
      {before}
      <Change change={change} />
      {after}
    </span>
  );
}

/** The way to the next privilege, where it is known; asking costs requests. */
function NextPrivilege({ site, reputation }: { site: string; reputation: number }) {
  const { words } = useLocale();
  const lines = useKnownProfile(site)?.privileges ?? [];
  const next = lines.find((line) => !line.earned && line.reputation > reputation);
  if (!next) return null;
  return (
    <span className="site--next hint">
      {next.what}
      <span className="hint">{words('reputation.privileges.toGo', { count: next.reputation - reputation })}</span>
      <progress className="progress" aria-hidden="true" value={reputation} max={next.reputation} />
    </span>
  );
}

interface RowProps {
  site?: Account['site'];
  reputation: number;
  today: number;
  range: ReputationRange;
  chosen: boolean;
  onChoose: () => void;
}

function Row({ site, reputation, today, range, chosen, onChoose }: RowProps) {
  const { words, number } = useLocale();
  const values = useSeries(site?.id, range).data?.values;
  return (
    <li>
      <button type="button" className="option site" aria-pressed={chosen} onClick={onChoose}>
        <span className="site--name">
          {site && <SiteIcon site={site} />}
          <span>{site?.name ?? words('reputation.accountsAll')}</span>
        </span>
        <Spark values={values} />
        <ChangeToday change={today} />
        <strong>{number(reputation)}</strong>
        {site && <NextPrivilege site={site.id} reputation={reputation} />}
      </button>
    </li>
  );
}

interface Props {
  accounts: Account[];
  range: ReputationRange;
  /** The site that is looked at; all of them without. */
  chosen: string | undefined;
  onChoose: (site: string | undefined) => void;
}

/** Reputation on each site and on all together; a click has the view show that one. */
export function Sites({ accounts, range, chosen, onChoose }: Props) {
  const { words } = useLocale();
  const [all, setAll] = useState(false);
  const sum = (of: 'reputation' | 'today') => accounts.reduce((total, account) => total + account[of], 0);
  const isLong = accounts.length > SITES_SHOWN_AT_FIRST + 1;
  const shown = accounts.filter(
    ({ site }, index) => all || !isLong || index < SITES_SHOWN_AT_FIRST || site.id === chosen,
  );
  return (
    <div className="sites">
      <ul aria-label={words('settings.headings.accounts')}>
        {accounts.length > 1 && (
          <Row
            reputation={sum('reputation')}
            today={sum('today')}
            range={range}
            chosen={chosen === undefined}
            onChoose={() => onChoose(undefined)}
          />
        )}
        {shown.map((account) => (
          <Row
            key={account.site.id}
            {...account}
            range={range}
            chosen={chosen === account.site.id || accounts.length === 1}
            onChoose={() => onChoose(account.site.id)}
          />
        ))}
      </ul>
      {isLong && (
        <button type="button" className="btn btn__link" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? words('reputation.accountsFewer') : words('reputation.accountsMore', { total: accounts.length })}
        </button>
      )}
    </div>
  );
}
