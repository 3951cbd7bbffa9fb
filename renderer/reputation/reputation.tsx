import { IconReputation } from '@stackoverflow/stacks-icons/icons';
import type { Account, ReputationEntry } from '../../electron/contract.ts';
import { Age } from '../components/age.tsx';
import { OutsideLink, isWebAddress } from '../components/outside-link.tsx';
import { Empty, Failed, Loading, ViewHead } from '../components/states.tsx';
import { useReputation } from '../queries.ts';
import { changeReason, signed } from './change-words.ts';

const count = new Intl.NumberFormat('en');

function Change({ change }: { change: number }) {
  const tone = change > 0 ? 'up' : change < 0 ? 'down' : 'none';
  return <span className={`change change__${tone}`}>{signed(change)}</span>;
}

function AccountCard({ account }: { account: Account }) {
  return (
    <li className="s-card account">
      <span className="account--site">{account.site.name}</span>
      <span className="account--total">{count.format(account.reputation)}</span>
      <span className="account--today">
        <Change change={account.today} /> today
      </span>
    </li>
  );
}

function EntryRow({ entry }: { entry: ReputationEntry }) {
  return (
    <li className="row">
      <Change change={entry.change} />
      <div className="row--body">
        <div className="row--meta">
          <span className="row--kind">{changeReason(entry.voteType)}</span>
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

/** Reputation on every account, and what changed it. */
export function Reputation() {
  const reputation = useReputation();
  return (
    <>
      <ViewHead title="Reputation" />
      {reputation.isPending && <Loading label="Loading reputation" />}
      {reputation.isError && <Failed error={reputation.error} again={() => void reputation.refetch()} />}
      {reputation.isSuccess && (
        <>
          {reputation.data.accounts.length > 0 && (
            <ul className="accounts" aria-label="Accounts">
              {reputation.data.accounts.map((account) => (
                <AccountCard key={account.site.id} account={account} />
              ))}
            </ul>
          )}
          <section aria-labelledby="changes">
            {reputation.data.entries.length === 0 ? (
              <Empty icon={IconReputation} title="No changes yet">
                <p>Votes, accepted answers and bounties appear here as they come.</p>
              </Empty>
            ) : (
              <>
                <h2 id="changes">Changes</h2>
                <ul className="rows">
                  {reputation.data.entries.map((entry) => (
                    <EntryRow key={entry.id} entry={entry} />
                  ))}
                </ul>
              </>
            )}
          </section>
        </>
      )}
    </>
  );
}
