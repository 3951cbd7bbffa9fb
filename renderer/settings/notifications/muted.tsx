import { IconNotInterested } from '@stackoverflow/stacks-icons/icons';
import { useState } from 'react';
import type { Settings } from '../../../common/contract/contract.ts';
import { useChangeSettings, useSites } from '../../agent/queries.ts';
import { useWords } from '../../appearance/language.tsx';
import { MutedList } from '../../feed/dialogs/later-dialogs.ts';
import { useFeedActions } from '../../feed/feed-actions.ts';
import { useMutedQuestions } from '../../feed/feed-queries.ts';
import { Dialog } from '../../widgets/dialogs/dialog.tsx';
import { Icon } from '../../widgets/icon.tsx';
import { Switch } from '../../widgets/switch.tsx';

/** Which sites are announced: the person's own, and any other that was muted. */
function Sites({ settings: { mutedSites }, onClose }: { settings: Settings; onClose: () => void }) {
  const words = useWords();
  const change = useChangeSettings();
  const sites = (useSites().data ?? []).filter(({ id, mine }) => mine || mutedSites.includes(id));
  return (
    <Dialog title={words('common.sites')} onClose={onClose}>
      <p className="hint">{words('settings.sitesAbout')}</p>
      {sites.map(({ id, name }) => (
        <Switch
          key={id}
          label={name}
          checked={!mutedSites.includes(id)}
          onChange={(announced) =>
            change.mutate({ mutedSites: announced ? mutedSites.filter((other) => other !== id) : [...mutedSites, id] })
          }
        />
      ))}
    </Dialog>
  );
}

/** How many sites and questions are muted; each leads to their list. */
export function Muted({ settings }: { settings: Settings }) {
  const words = useWords();
  const [shown, setShown] = useState<'sites' | 'questions'>();
  const actions = useFeedActions();
  const questions = useMutedQuestions(true).data?.length ?? 0;
  const close = () => setShown(undefined);
  return (
    <div className="settings--foot">
      <Icon svg={IconNotInterested} />
      <button type="button" className="btn" title={words('common.sites')} onClick={() => setShown('sites')}>
        {words('settings.sitesMuted', { count: settings.mutedSites.length })}
      </button>
      <button type="button" className="btn" onClick={() => setShown('questions')}>
        {words('settings.sitesMutedQuestions', { count: questions })}
      </button>
      {shown === 'sites' && <Sites settings={settings} onClose={close} />}
      {shown === 'questions' && <MutedList actions={actions} onClose={close} />}
    </div>
  );
}
