/**
 * The room of reputation: the chart (`chart`, drawn by `plot`), the accounts above it, today's changes, the latest
 * ones, and privileges and badges of a site.
 */

import { IconReputation } from '@stackoverflow/stacks-icons/icons';
import { useState } from 'react';
import type { ReputationEntry } from '../../common/contract/contract.ts';
import { isWebAddress } from '../../common/safe-text.ts';
import { Age } from '../widgets/age.tsx';
import { OutsideLink } from '../agent/outside-link.tsx';
import { Empty, Failed, Loading, ViewHead } from '../feedback/states.tsx';
import { useReputation } from '../agent/queries.ts';
import { rowOf } from '../agent/visible-rows.ts';
import { useWords } from '../appearance/language.tsx';
import { AccountCards } from './accounts.tsx';
import { useChanges, useReportOpened } from './reputation-queries.ts';
import { changeReason } from './change-words.ts';
import { Change } from '../widgets/change.tsx';
import { Chart } from './chart.tsx';
import { SiteProfile } from './site-profile.tsx';
import { Today } from './today.tsx';

function EntryRow({ entry }: { entry: ReputationEntry }) {
  const words = useWords();
  return (
    <li className="row" {...rowOf([entry.key])}>
      <Change change={entry.change} />
      <div className="row--body">
        <div className="row--meta">
          <span className="row--kind">{changeReason(entry.voteType, words)}</span>
          <span className="row--site">{entry.site.name}</span>
          <Age of={entry.onDate} />
        </div>
        {entry.title !== undefined &&
          (isWebAddress(entry.link) ? (
            <OutsideLink className="row--title" href={entry.link}>
              {entry.title}
            </OutsideLink>
          ) : (
            <span className="row--title">{entry.title}</span>
          ))}
      </div>
    </li>
  );
}

/** What changed it on a site, or on all; older ones a click away. */
function Changes({ site }: { site: string | undefined }) {
  const words = useWords();
  const changes = useChanges(site, true);
  const entries = changes.data?.pages.flatMap((page) => page.entries);
  if (changes.isError) return <Failed error={changes.error} again={() => void changes.refetch()} />;
  if (entries === undefined) return null;
  if (entries.length === 0) {
    return (
      <Empty
        icon={IconReputation}
        title={words(site === undefined ? 'reputation.changes.none' : 'reputation.changes.noneHere')}
      >
        <p>{words('reputation.changes.noneAbout')}</p>
      </Empty>
    );
  }
  return (
    <section aria-labelledby="changes" aria-busy={changes.isFetching}>
      <h2 id="changes">{words('reputation.changes.title')}</h2>
      <ul className="rows">
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} />
        ))}
      </ul>
      {changes.hasNextPage && (
        <div className="more">
          <button
            type="button"
            className="s-btn s-btn__outlined"
            disabled={changes.isFetchingNextPage}
            onClick={() => void changes.fetchNextPage()}
          >
            {words('reputation.changes.older')}
          </button>
        </div>
      )}
    </section>
  );
}

/** Reputation on every account: over time, today, what comes next, and what changed it. */
export function Reputation() {
  const words = useWords();
  const reputation = useReputation();
  const [chosen, setChosen] = useState<string>();
  const { data } = reputation;
  useReportOpened(data !== undefined && data.accounts.length > 0);
  const account = data?.accounts.find(({ site }) => site.id === chosen);
  const of = account ?? (data?.accounts.length === 1 ? data.accounts[0] : undefined);
  const shownAccount = of ?? data?.accounts[0];
  const here = <Thing extends { site: { id: string } }>(things: Thing[]) =>
    account ? things.filter(({ site }) => site.id === account.site.id) : things;
  return (
    <>
      <ViewHead title={words('reputation.title')} />
      {reputation.isPending && <Loading label={words('reputation.loading')} />}
      {reputation.isError && <Failed error={reputation.error} again={() => void reputation.refetch()} />}
      {data && (
        <>
          {data.accounts.length > 0 && (
            <>
              <AccountCards accounts={data.accounts} chosen={account?.site.id} onChoose={setChosen} />
              <Chart site={of?.site} reading={data.reading} />
              <div className="reputation--now">
                <Today posts={here(data.today)} />
                {shownAccount && <SiteProfile key={shownAccount.site.id} account={shownAccount} />}
              </div>
            </>
          )}
          <Changes site={account?.site.id} />
        </>
      )}
    </>
  );
}
