import type { MutedQuestion } from '../../../common/contract/contract.ts';
import { MINUTE_MS } from '../../../common/durations.ts';
import { Dialog } from '../../widgets/dialogs/dialog.tsx';
import { useFocusHandover } from '../../widgets/use-focus-handover.ts';
import { useNow } from '../../widgets/use-now.ts';
import { OutsideLink } from '../../agent/outside-link.tsx';
import { Failed, Loading } from '../../feedback/states.tsx';
import { useLocale } from '../../appearance/language.tsx';
import type { FeedActions } from '../feed-actions.ts';
import { useMutedQuestions } from '../feed-queries.ts';

/** The questions of which nothing is announced. */
export function MutedList({ actions, onClose }: { actions: FeedActions; onClose: () => void }) {
  const { words } = useLocale();
  const now = useNow(MINUTE_MS);
  const mutes = useMutedQuestions(true);
  return (
    <Dialog title={words('inbox.mutedListOpen')} onClose={onClose}>
      {mutes.isPending && <Loading label={words('inbox.loading')} />}
      {mutes.isError && <Failed error={mutes.error} again={() => void mutes.refetch()} />}
      {mutes.data?.length === 0 && <p>{words('inbox.mutedListNone')}</p>}
      {mutes.data && mutes.data.length > 0 && (
        <ul className="muted-list" aria-label={words('inbox.mutedListOpen')}>
          {mutes.data.map((mute) => (
            <MutedRow
              key={`${mute.site.id}/${mute.questionId}`}
              mute={mute}
              now={now}
              onUnmute={() => actions.unmute(mute.site.id, mute.questionId)}
            />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function MutedRow({ mute, now, onUnmute }: { mute: MutedQuestion; now: number; onUnmute: () => void }) {
  const { words, age } = useLocale();
  const row = useFocusHandover();
  return (
    <li ref={row}>
      <div>
        <OutsideLink href={mute.link ?? ''}>{mute.title}</OutsideLink>
        <div className="hint">
          {mute.site.name} · {words('inbox.mutedListSince', { age: age(mute.mutedAt, now) })}
        </div>
      </div>
      <button
        type="button"
        className="btn btn__line"
        aria-label={words('inbox.mutedListUnmuteThis', { title: mute.title })}
        onClick={onUnmute}
      >
        {words('inbox.mutedListUnmute')}
      </button>
    </li>
  );
}
