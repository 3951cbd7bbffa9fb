import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../agent/agent-context.tsx';
import { useWords } from '../../appearance/language.tsx';
import { Dialog } from '../../widgets/dialog.tsx';
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
    <Dialog title={words('settings.diagnostics.resetSettingsAsk')} onClose={onClose} className="import-preview">
      <p>{words('settings.diagnostics.resetSettingsAbout')}</p>
      {data && <SettingChanges {...data} />}
      <p className="hint">{words('settings.transfer.canUndo')}</p>
      <div className="confirm--buttons">
        <button type="button" className="s-btn" onClick={onClose}>
          {words('settings.cancel')}
        </button>
        <button
          type="button"
          className="s-btn s-btn__filled s-btn__danger"
          onClick={() => {
            onClose();
            onReset();
          }}
        >
          {words('settings.diagnostics.resetSettingsDo')}
        </button>
      </div>
    </Dialog>
  );
}
