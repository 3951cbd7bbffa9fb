import { useState } from 'react';
import type { AppState } from '../../../common/contract/contract.ts';
import { useAgentMutation } from '../../agent/queries.ts';
import { useWords } from '../../appearance/language.tsx';
import { NotificationPermission } from '../../feedback/notification-permission.tsx';
import { CardButtons } from './card-buttons.tsx';

/** A notification to see where they come up, and what to do where none is seen. */
function TestNotification({ state, onNext }: { state: AppState; onNext: () => void }) {
  const words = useWords();
  const [seen, setSeen] = useState<boolean>();
  const [isSent, setSent] = useState(false);
  const test = useAgentMutation(async (client) => {
    await client.settings.testNotification();
    setSent(true);
  });
  const goOn = () => (seen === false ? test.mutate() : setSeen(false));
  if (!isSent)
    return (
      <CardButtons
        act={words('firstSteps.notification.send')}
        busy={test.isPending}
        onAct={() => test.mutate()}
        onSkip={onNext}
      />
    );
  return (
    <>
      <p role="status">{words(seen === false ? 'firstSteps.notification.notSeen' : 'firstSteps.notification.sent')}</p>
      {seen === false && (
        <ul className="first-steps--advice">
          {state.notificationsGoTo === 'terminal' ? (
            <li>{words('firstSteps.notification.terminal')}</li>
          ) : (
            <>
              <li>{words('firstSteps.notification.allow')}</li>
              <li>{words('firstSteps.notification.doNotDisturb')}</li>
            </>
          )}
          <li>{words('firstSteps.notification.check')}</li>
        </ul>
      )}
      <CardButtons act={words(seen === false ? 'firstSteps.finish' : 'firstSteps.notification.yes')} onAct={onNext}>
        <button type="button" className="btn btn__big btn__line" disabled={test.isPending} onClick={goOn}>
          {words(seen === false ? 'firstSteps.notification.again' : 'firstSteps.notification.no')}
        </button>
      </CardButtons>
    </>
  );
}

/** Lets the person see a notification; where the system shows none, they are asked for the browser's first. */
export function NotificationCard(props: { state: AppState; onNext: () => void }) {
  return (
    <>
      {props.state.notificationsGoTo === 'terminal' && <NotificationPermission />}
      <TestNotification {...props} />
    </>
  );
}
