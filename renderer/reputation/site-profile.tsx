import type { Account, SiteProfile as Profile } from '../../common/contract/contract.ts';
import { MINUTE_MS } from '../../common/durations.ts';
import { AskingTrouble } from '../feedback/request-trouble.tsx';
import { useNow } from '../widgets/use-now.ts';
import { OutsideLink } from '../agent/outside-link.tsx';
import { Failed } from '../feedback/states.tsx';
import { useLocale } from '../appearance/language.tsx';
import { useSiteProfile } from './reputation-queries.ts';

const BADGE_RANKS = ['gold', 'silver', 'bronze'] as const;
/**
 * The way from the privilege that was reached last to the next one; reputation may have moved since the network was
 * asked.
 */
function NextPrivilege({ profile, reputation }: { profile: Profile; reputation: number }) {
  const { words } = useLocale();
  const { privileges } = profile;
  if (!privileges) return profile.trouble ? null : <p className="hint">{words('reputation.privileges.unknown')}</p>;
  const isEarned = (line: (typeof privileges)[number]) => line.earned || line.reputation <= reputation;
  const next = privileges.find((line) => !line.earned && line.reputation > reputation);
  const from = Math.max(
    0,
    ...privileges.filter((line) => line.reputation <= reputation).map((line) => line.reputation),
  );
  return (
    <>
      {next ? (
        <>
          <p className="privilege--line">
            <strong>{next.what}</strong>
            <span>{words('reputation.privileges.toGo', { count: next.reputation - reputation })}</span>
          </p>
          <progress
            className="progress"
            aria-label={words('reputation.privileges.bar', { what: next.what })}
            value={Math.max(0, reputation - from)}
            max={next.reputation - from}
          />
        </>
      ) : (
        <p>{words('reputation.privileges.all')}</p>
      )}
      {privileges.length > 0 && (
        <details className="privileges">
          <summary>
            {words('reputation.privileges.list', {
              owned: privileges.filter(isEarned).length,
              total: privileges.length,
            })}
          </summary>
          {/* What scrolls must be reachable by keys. */}
          <div
            className="privileges--scroll"
            role="region"
            aria-label={words('reputation.privileges.listLabel')}
            tabIndex={0}
          >
            <ul>
              {privileges.map((line) => (
                <li key={`${line.reputation} ${line.what}`} className={isEarned(line) ? 'is-earned' : ''}>
                  <span>{line.what}</span>
                  <span className="hint">
                    {isEarned(line)
                      ? words('reputation.privileges.owned')
                      : words('reputation.privileges.open', { reputation: line.reputation })}
                  </span>
                </li>
              ))}
            </ul>
          </div>
        </details>
      )}
    </>
  );
}

function Badges({ badges: { counts, latest } }: { badges: NonNullable<Profile['badges']> }) {
  const { words, number } = useLocale();
  if (BADGE_RANKS.every((rank) => counts[rank] === 0)) return <p className="hint">{words('reputation.badges.none')}</p>;
  return (
    <>
      <ul className="badge-counts">
        {BADGE_RANKS.map((rank) => (
          <li key={rank}>
            <span className={`badge badge__${rank}`} aria-hidden="true">
              {number(counts[rank])}
            </span>
            <span className="visually-hidden">{words(`reputation.badges.${rank}`, { count: counts[rank] })}</span>
          </li>
        ))}
      </ul>
      {latest.length > 0 && (
        <ul className="badges" aria-label={words('reputation.badges.latest')}>
          {latest.map((badge) => (
            <li key={badge.id}>
              <span className={`badge badge__${badge.rank}`} aria-hidden="true" />
              <OutsideLink href={badge.link}>{badge.name}</OutsideLink>
              <span className="visually-hidden"> ({words(`reputation.badges.ranks.${badge.rank}`)})</span>
              {badge.times > 1 && (
                <span className="hint"> {words('reputation.badges.times', { times: number(badge.times) })}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** When it was asked, and a way to ask anew. */
function Asked({ at, profile }: { at: Date; profile: ReturnType<typeof useSiteProfile> }) {
  const { words, age } = useLocale();
  const now = useNow(20_000);
  return (
    <p className="site-profile--asked hint">
      <span>{words('reputation.privilegesAndBadgesAt', { when: age(at, now) })}</span>
      <button
        type="button"
        className="btn btn__link"
        disabled={profile.isAskedAgain || now - at.getTime() < MINUTE_MS}
        onClick={() => void profile.again().catch(() => undefined)}
      >
        {words('common.tryAgain')}
      </button>
    </p>
  );
}

/** What comes next on a site, and the badges there. */
export function SiteProfile({ account }: { account: Account }) {
  const { words } = useLocale();
  const profile = useSiteProfile(account.site.id);
  const { data } = profile;
  return (
    <section className="card site-profile" aria-labelledby="next-privilege" aria-busy={profile.isFetching}>
      <h2 id="next-privilege">
        {words('reputation.privileges.title')}{' '}
        <span className="site-profile--site">{words('reputation.privileges.on', { site: account.site.name })}</span>
      </h2>
      {profile.isPending && (
        <div className="site-profile--waiting" role="status">
          <span className="visually-hidden">{words('reputation.privilegesAndBadgesLoading')}</span>
        </div>
      )}
      {profile.isError && <Failed error={profile.error} again={() => void profile.refetch()} />}
      {data && (
        <>
          <NextPrivilege profile={data} reputation={account.reputation} />
          {data.badges && (
            <>
              <h3>{words('settings.notifications.badges')}</h3>
              <Badges badges={data.badges} />
            </>
          )}
          {data.trouble && <AskingTrouble trouble={data.trouble} again={profile.again} />}
          {data.at && !data.trouble && <Asked at={data.at} profile={profile} />}
        </>
      )}
    </section>
  );
}
