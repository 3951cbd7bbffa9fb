import { plainLine } from '../../../../common/safe-text.ts';
import type { DesktopNotification } from '../../desktop.ts';

/** Output for the user: standard error, so that standard output stays machine-readable. */
export type Terminal = (line: string) => void;

/** Returns a notification as one line: local time, title, and the lines of the body separated by dots. */
export function notificationLine({ title, body }: Pick<DesktopNotification, 'title' | 'body'>, at: Date): string {
  const clock = `${String(at.getHours()).padStart(2, '0')}:${String(at.getMinutes()).padStart(2, '0')}`;
  const text = body
    .split('\n')
    .map(squeezed)
    .filter((line) => line !== '')
    .join(' · ');
  return `[${clock}] ${squeezed(title)}${text === '' ? '' : ` – ${text}`}`;
}

/** Returns text as one line without repeated spaces. */
const squeezed = (text: string): string => plainLine(text).replace(/ {2,}/g, ' ').trim();
