import { useState } from 'react';
import { useAgentMutation } from '../../agent/queries.ts';
import { useWords } from '../../appearance/language.tsx';
import { Confirm } from '../../widgets/dialogs/confirm.tsx';
import { Row } from '../setting-row.tsx';

/** Sets the settings back, or deletes what was received; asks first. */
export function StartOver() {
  const words = useWords();
  const [asking, setAsking] = useState<'settings' | 'history'>();
  const close = () => setAsking(undefined);
  const reset = useAgentMutation((agent) => agent.diagnostics.reset({ what: 'settings' }), {
    changes: 'everything',
    done: words('settings.diagnostics.settingsReset'),
    undo: (agent, _nothing, { undo = '' }) => agent.transfer.undo({ undo }),
  });
  const deleteHistory = useAgentMutation((agent) => agent.diagnostics.reset({ what: 'history' }), {
    changes: 'everything',
    done: words('settings.diagnostics.historyReset'),
  });
  return (
    <>
      <Row label={words('settings.diagnostics.startOver')} hint={words('settings.diagnostics.startOverHint')}>
        <button type="button" className="btn" onClick={() => setAsking('settings')}>
          {words('settings.diagnostics.resetSettings')}
        </button>
        <button type="button" className="btn btn__danger" onClick={() => setAsking('history')}>
          {words('settings.diagnostics.resetHistory')}
        </button>
      </Row>
      {asking === 'settings' && (
        <Confirm
          title={words('settings.diagnostics.resetSettingsAsk')}
          about={words('settings.diagnostics.resetSettingsAbout')}
          act={words('settings.diagnostics.resetSettingsDo')}
          onAct={() => reset.mutate()}
          onClose={close}
        >
          <p className="hint">{words('settings.transfer.canUndo')}</p>
        </Confirm>
      )}
      {asking === 'history' && (
        <Confirm
          title={words('settings.diagnostics.resetHistoryAsk')}
          about={words('settings.diagnostics.resetHistoryAbout')}
          act={words('settings.diagnostics.resetHistoryDo')}
          onAct={() => deleteHistory.mutate()}
          onClose={close}
        />
      )}
    </>
  );
}
