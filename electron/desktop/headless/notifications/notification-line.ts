import { plainLine } from '../../../../common/safe-text.ts';
import type { DesktopNotification } from '../../desktop.ts';

/** Where lines for the person go: the standard error, so that standard output stays for programs. */
export type Terminal = (line: string) => void;

/** One readable line of a notification: time, title, and the text, its lines set apart by dots. `at` is local time. */
export function notificationLine({ title, body }: Pick<DesktopNotification, 'title' | 'body'>, at: Date): string {
  const clock = `${String(at.getHours()).padStart(2, '0')}:${String(at.getMinutes()).padStart(2, '0')}`;
  const text = body
    .split('\n')
    .map(squeezed)
    .filter((line) => line !== '')
    .join(' · ');
  return `[${clock}] ${squeezed(title)}${text === '' ? '' : ` – ${text}`}`;
}

/** One line of plain text without gaps. */
const squeezed = (text: string): string => plainLine(text).replace(/ {2,}/g, ' ').trim();
