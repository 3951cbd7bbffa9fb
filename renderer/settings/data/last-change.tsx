import { useQuery } from '@tanstack/react-query';
import { MINUTE_MS } from '../../../common/durations.ts';
import { useClient } from '../../agent/agent-context.tsx';
import { useAgentMutation } from '../../agent/queries.ts';
import { useLocale } from '../../appearance/language.tsx';
import { useAnnounce } from '../../feedback/announcements.tsx';
import { useNow } from '../../widgets/use-now.ts';
import { Row } from '../setting-row.tsx';

/** Takes back an import or a reset, by the name that it was given. */
export function useTakeBack() {
  const { words } = useLocale();
  const announce = useAnnounce();
  return useAgentMutation(
    async (client, undo: string) => {
      const { kept } = await client.transfer.undo({ undo });
      announce({ kind: 'done', message: words(kept ? 'settings.transfer.undoneKept' : 'common.undone') });
    },
    { changes: 'everything' },
  );
}

/** Offers to take back the last import or reset, for as long as that is possible. */
export function LastChange() {
  const { words, clockTime } = useLocale();
  const client = useClient();
  const now = useNow(MINUTE_MS);
  const takeBack = useTakeBack();
  const { data } = useQuery({
    // Under the key of the settings, so that both are renewed together.
    queryKey: ['settings', 'last-change'],
    queryFn: ({ signal }) => client.transfer.last(undefined, { signal }),
    refetchOnMount: 'always',
  });
  const change = data?.change;
  if (!change) return null;
  const isImport = change.what === 'import';
  return (
    <Row
      label={words(isImport ? 'settings.transfer.imported' : 'settings.transfer.reset', {
        time: clockTime(change.at, now),
      })}
    >
      <button
        type="button"
        className="btn btn__line"
        disabled={takeBack.isPending}
        onClick={() => takeBack.mutate(change.undo)}
      >
        {words('settings.transfer.undo')}
      </button>
    </Row>
  );
}
