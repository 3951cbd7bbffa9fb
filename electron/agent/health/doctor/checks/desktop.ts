import type { NotificationFacts, TrayFacts } from '../../../../desktop/desktop.ts';
import { ok, text, warning, wrong, type Finding } from '../finding.ts';

/** Checks that notifications can be shown. Pure. */
export function checkNotifications(facts: NotificationFacts): Finding {
  switch (facts.kind) {
    case 'server': {
      const server = text('notifications.server', { server: facts.name });
      return ok(
        server,
        ...(facts.capabilities.includes('actions') ? [] : [text('notifications.noButtons')]),
        ...(facts.doNotDisturb === true ? [text('notifications.doNotDisturb')] : []),
      );
    }
    case 'startable':
      return ok(text('notifications.startable'));
    case 'native':
      return ok(text('notifications.native'));
    case 'unsupported':
      return wrong(text('notifications.unsupported'), text('notifications.noServerAdvice'));
    case 'no-bus':
      return ok(text('notifications.noBus'));
    case 'no-server':
      return warning(text('notifications.noServer'), text('notifications.noServerAdvice'));
    case 'no-answer':
      return wrong(text('notifications.noAnswer'), text('notifications.noAnswerAdvice'));
  }
}

/** Checks that the desktop shows tray icons. Pure. */
export function checkTrayHost(facts: TrayFacts): Finding {
  switch (facts) {
    case 'hosted':
      return ok(text('trayHost.hosted'));
    case 'native':
      return ok(text('trayHost.native'));
    case 'no-bus':
      return ok(text('trayHost.noBus'));
    case 'no-watcher':
      return warning(text('trayHost.noWatcher'), text('trayHost.advice'));
    case 'no-host':
      return warning(text('trayHost.noHost'), text('trayHost.advice'));
  }
}
