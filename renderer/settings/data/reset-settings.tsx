import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../agent/agent-context.tsx';
import { useWords } from '../../appearance/language.tsx';
import { Confirm } from '../../widgets/dialogs/confirm.tsx';
import { SettingChanges } from './change-list.tsx';

/** Asks before the settings are set back, and shows which of them would become what. */
export function ResetSettings({ onReset, onClose }: { onReset: () => void; onClose: () => void }) {
  const words = useWords();
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['settings', 'reset'],
    queryFn: ({ signal }) => client.transfer.previewReset(undefined, { signal }),
    refetchOnMount: 'always',
    gcTime: 0,
  });
  return (
    <Confirm
      title={words('settings.diagnostics.resetSettingsAsk')}
      about={words('settings.diagnostics.resetSettingsAbout')}
      act={words('settings.diagnostics.resetSettingsDo')}
      onAct={onReset}
      onClose={onClose}
    >
      {data && <SettingChanges {...data} />}
      <p className="hint">{words('settings.transfer.canUndo')}</p>
    </Confirm>
  );
}
