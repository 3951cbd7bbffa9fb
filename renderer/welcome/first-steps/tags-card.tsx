import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import type { FirstTags } from '../../../common/contract/contract.ts';
import { rateWords } from '../../../common/i18n/rule-words.ts';
import { useClient } from '../../agent/agent-context.tsx';
import { useAgentMutation } from '../../agent/queries.ts';
import { useWords } from '../../appearance/language.tsx';
import { useAnnounce } from '../../feedback/announcements.tsx';
import { AskingTrouble } from '../../feedback/request-trouble.tsx';
import { Loading } from '../../feedback/states.tsx';
import { CardButtons } from './card-buttons.tsx';

/** How often it is looked whether the network has told the person's sites, and for how long, in ms. */
const LOOK_AGAIN_MS = 1000;
const LONGEST_WAIT_MS = 20_000;

const nameOf = (site: FirstTags['site'], tag: string): string => `${site.id} ${tag}`;

/** Matches a day of the chosen tags; absent where nothing is known of any. */
function expected(sites: readonly FirstTags[], isChosen: (name: string) => boolean): number | undefined {
  const rates = sites.flatMap(({ site, tags, perDay }) => {
    const chosen = tags.filter(({ name }) => isChosen(nameOf(site, name)));
    // A question can have several of the tags, so the figure for all of them is better than the sum.
    if (chosen.length === tags.length) return perDay ?? [];
    const sum = chosen.flatMap((tag) => tag.perDay ?? []);
    return sum.length === 0
      ? []
      : Math.min(
          perDay ?? Infinity,
          sum.reduce((a, b) => a + b, 0),
        );
  });
  return rates.length === 0 ? undefined : rates.reduce((a, b) => a + b, 0);
}

function SiteTags({
  offer: { site, tags },
  isChosen,
  onToggle,
}: {
  offer: FirstTags;
  isChosen: (name: string) => boolean;
  onToggle: (name: string) => void;
}) {
  const words = useWords();
  const id = useId();
  return (
    <fieldset className="first-steps--site">
      <legend>{site.name}</legend>
      {tags.map(({ name, perDay }, index) => (
        <div key={name} className="first-steps--tag">
          <input
            type="checkbox"
            className="s-checkbox"
            id={`${id}-${index}`}
            checked={isChosen(nameOf(site, name))}
            aria-describedby={`${id}-${index}-rate`}
            onChange={() => onToggle(nameOf(site, name))}
          />
          <label htmlFor={`${id}-${index}`}>{name}</label>
          <span className="hint" id={`${id}-${index}-rate`}>
            {perDay !== undefined && rateWords(perDay, words)}
          </span>
        </div>
      ))}
    </fieldset>
  );
}

/** The tags on offer; looks again until the network has told the person's sites, and gives up after a while. */
function useFirstTags() {
  const client = useClient();
  const [isLate, setLate] = useState(false);
  const { data, isError, refetch } = useQuery({
    queryKey: ['first-tags'],
    queryFn: ({ signal }) => client.firstSteps.tags(undefined, { signal }),
    refetchInterval: ({ state }) => (state.data?.ready === true || isLate ? false : LOOK_AGAIN_MS),
  });
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LONGEST_WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  return { sites: data?.sites ?? [], isWaiting: data?.ready !== true && !isLate && !isError, again: refetch };
}

/** Which of the tags are chosen: all of them, until one is left out. */
function useChosen(sites: readonly FirstTags[]) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const isChosen = (name: string) => !left.has(name);
  return {
    isChosen,
    chosen: sites
      .map(({ site, tags }) => ({
        site: site.id,
        tags: tags.map(({ name }) => name).filter((name) => isChosen(nameOf(site, name))),
      }))
      .filter(({ tags }) => tags.length > 0),
    toggle: (name: string) =>
      setLeft((before) => {
        const after = new Set(before);
        if (!after.delete(name)) after.add(name);
        return after;
      }),
  };
}

/** Watches what is chosen, one watch for each site. */
function WatchButton({ chosen, onNext }: { chosen: { site: string; tags: string[] }[]; onNext: () => void }) {
  const words = useWords();
  const announce = useAnnounce();
  const count = chosen.reduce((sum, { tags }) => sum + tags.length, 0);
  const watch = useAgentMutation(
    async (agent) => {
      for (const { site, tags } of chosen) await agent.watches.import({ site, tags, as: 'one', alert: 'sound' });
      announce({ kind: 'done', message: words('watches.import.added', { count: chosen.length }) });
      onNext();
    },
    { changes: 'watches' },
  );
  return (
    <CardButtons
      act={words('firstSteps.tags.watch', { count })}
      busy={count === 0 || watch.isPending}
      onAct={() => watch.mutate()}
      onSkip={onNext}
    />
  );
}

/** The tags that the person writes about most, to be watched with one click. */
export function TagsCard({ onNext }: { onNext: () => void }) {
  const words = useWords();
  const { sites, isWaiting, again } = useFirstTags();
  const { chosen, isChosen, toggle } = useChosen(sites);
  if (isWaiting)
    return (
      <>
        <Loading label={words('firstSteps.tags.loading')} />
        <div className="settings--buttons">
          <button type="button" className="s-btn" onClick={onNext}>
            {words('firstSteps.skip')}
          </button>
        </div>
      </>
    );
  const trouble = sites.find((site) => site.trouble)?.trouble;
  const perDay = chosen.length > 0 ? expected(sites, isChosen) : undefined;
  return (
    <>
      {sites.map((one) => (
        <SiteTags key={one.site.id} offer={one} isChosen={isChosen} onToggle={toggle} />
      ))}
      {trouble && <AskingTrouble trouble={trouble} again={again} />}
      {sites.some(({ tags }) => tags.length > 0) ? (
        <>
          <p role="status">
            {perDay !== undefined && words('firstSteps.tags.together', { rate: rateWords(perDay, words) })}
          </p>
          <WatchButton chosen={chosen} onNext={onNext} />
        </>
      ) : (
        <>
          <p>{words('firstSteps.tags.none')}</p>
          <CardButtons act={words('firstSteps.next')} onAct={onNext} />
        </>
      )}
    </>
  );
}
