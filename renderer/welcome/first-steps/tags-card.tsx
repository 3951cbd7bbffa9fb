import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { rateWords } from '../../../common/i18n/rule-words.ts';
import { useClient } from '../../agent/agent-context.tsx';
import { useAgentMutation } from '../../agent/queries.ts';
import { useWords } from '../../appearance/language.tsx';
import { useAnnounce } from '../../feedback/announcements.tsx';
import { AskingTrouble } from '../../feedback/request-trouble.tsx';
import { Loading } from '../../feedback/states.tsx';
import { SiteIcon } from '../../widgets/site-icon.tsx';
import { CardButtons } from './card-buttons.tsx';
import { BUSY_PER_DAY, OFFERED_SCORE, useTagChoices, type SuggestedTag, type TagChoice } from './tag-choices.ts';

/** How often it is looked whether the network has told the person's sites, and for how long, in ms. */
const LOOK_AGAIN_MS = 1000;
const LONGEST_WAIT_MS = 20_000;

/** Questions a day up to which a bar of the level is filled. */
const LEVELS = [0, 2, BUSY_PER_DAY];

/** Questions a day from which they are a lot. */
const LOT_PER_DAY = 25;

interface TagProps {
  tag: SuggestedTag;
  choice: TagChoice;
  onChoose: (choice: TagChoice) => void;
}

/** One suggested tag: its site, how many questions it would bring, and for a busy one fewer of them. */
function Tag({ tag: { name, site, perDay }, choice, onChoose }: TagProps) {
  const words = useWords();
  const id = useId();
  const isOn = choice !== 'off';
  const level = LEVELS.filter((from) => (perDay ?? 0) > from).length;
  return (
    <li className={`first-tag ${isOn ? 'is-on' : ''}`}>
      <label className="first-tag--name">
        <input
          type="checkbox"
          className="checkbox"
          checked={isOn}
          aria-describedby={id}
          onChange={() => onChoose(isOn ? 'off' : 'all')}
        />
        <SiteIcon site={site} isSmall />
        <strong>{name}</strong> <span className="hint">{site.name}</span>
      </label>
      {perDay !== undefined && perDay > BUSY_PER_DAY && (
        <button
          type="button"
          className="first-tag--offer"
          aria-pressed={choice === 'score'}
          onClick={() => onChoose(choice === 'score' ? 'off' : 'score')}
        >
          {words('firstSteps.tags.fromScore', { score: OFFERED_SCORE })}
          <span className="visually-hidden"> ({name})</span>
        </button>
      )}
      <span className="first-tag--rate" id={id}>
        {perDay !== undefined && rateWords(perDay, words)}
      </span>
      <span className={`level level__${level}`} />
    </li>
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

/** Watches what is chosen: one watch for each site, and one for each tag with a score. */
function WatchButton({ choices, onNext }: { choices: ReturnType<typeof useTagChoices>; onNext: () => void }) {
  const words = useWords();
  const announce = useAnnounce();
  const { together, scored, perDay } = choices;
  const count = together.reduce((sum, { tags }) => sum + tags.length, scored.length);
  const watch = useAgentMutation(
    async (agent) => {
      for (const { site, tags } of together) await agent.watches.import({ site, tags, as: 'one', alert: 'sound' });
      for (const { site, name } of scored)
        await agent.watches.add({ site: site.id, rule: { anyTags: [name], minScore: OFFERED_SCORE }, alert: 'sound' });
      announce({
        kind: 'done',
        message: words('watches.import.added', { count: together.length + scored.length }),
      });
      onNext();
    },
    { changes: 'watches' },
  );
  return (
    <CardButtons
      act={words('watches.import.add', { count })}
      busy={count === 0 || watch.isPending}
      onAct={() => watch.mutate()}
      onSkip={onNext}
    >
      <p role="status">
        {perDay !== undefined && (
          <>
            <strong>{words('firstSteps.tags.together', { rate: rateWords(perDay, words) })}</strong>{' '}
            <span className="hint">{words(`firstSteps.tags.${perDay > LOT_PER_DAY ? 'lot' : 'good'}`)}</span>
          </>
        )}
      </p>
    </CardButtons>
  );
}

/** The tags that the person writes about most, to be watched with one click. */
export function TagsCard({ onNext }: { onNext: () => void }) {
  const words = useWords();
  const { sites, isWaiting, again } = useFirstTags();
  const choices = useTagChoices(sites);
  if (isWaiting)
    return (
      <>
        <Loading label={words('firstSteps.tags.loading')} />
        <CardButtons act={words('firstSteps.next')} onAct={onNext} />
      </>
    );
  const trouble = sites.find((site) => site.trouble)?.trouble;
  return (
    <>
      <ul className="first-steps--rows">
        {choices.tags.map((tag) => (
          <Tag
            key={tag.key}
            tag={tag}
            choice={choices.choiceOf(tag)}
            onChoose={(choice) => choices.choose(tag, choice)}
          />
        ))}
      </ul>
      {trouble && <AskingTrouble trouble={trouble} again={again} />}
      {choices.tags.length > 0 ? (
        <WatchButton choices={choices} onNext={onNext} />
      ) : (
        <>
          <p>{words('firstSteps.tags.none')}</p>
          <CardButtons act={words('firstSteps.next')} onAct={onNext} />
        </>
      )}
    </>
  );
}
