import { useState } from 'react';
import { useWords } from '../appearance/language.tsx';
import { browserPermission } from './page-notices.ts';

/**
 * Offers this browser's own notifications where the system shows none. The browser asks only once somebody pressed the
 * button.
 */
export function NotificationPermission() {
  const words = useWords();
  const [permission, setPermission] = useState(browserPermission);
  if (permission === 'unsupported') return null;
  const ask = () => void Notification.requestPermission().then(setPermission);
  return (
    <div className="settings--line">
      <p role="status">{words(`settings.notifications.browser.${permission}`)}</p>
      {permission === 'default' && (
        <button type="button" className="btn btn__line" onClick={ask}>
          {words('settings.notifications.browser.ask')}
        </button>
      )}
    </div>
  );
}
