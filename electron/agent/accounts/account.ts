import type { Clock } from '../../clock.ts';
import type { Desktop, DesktopNotification, PresenceState, WindowView } from '../../desktop/desktop.ts';
import type { Log } from '../../log.ts';
import type { History } from '../../store/history.ts';
import type { Subject } from '../../store/events.ts';
import type { SettingsStore } from '../../store/settings.ts';
import { speechOf } from '../../../common/i18n/localized-text.ts';
import { createDelivery } from '../notifications/delivery.ts';
import { bringBack } from '../notifications/snoozed-items.ts';
import { Poller } from '../polling/poller.ts';
import { networkName } from './networks.ts';
import type { NoticeRules } from '../notifications/notices.ts';
import { idsOfAccount } from '../domain/scoped-id.ts';
import { createReading } from './post-reader.ts';
import { isStillNews } from '../notifications/pending-notices.ts';
import type { Live } from './session.ts';
import { createTagReading } from './tag-backfill.ts';
import { expiryNotice } from './token-expiry.ts';
import { watchDesk } from './watch-desk.ts';

export interface AccountParts {
  desktop: Desktop;
  settings: SettingsStore;
  history: History;
  clock: Clock;
  random: () => number;
  log: Log;
  notify: (notification: DesktopNotification) => Promise<void>;
  showWindow: (view: WindowView) => void;
  /** Whether a subject of somebody else's would still be announced. */
  isStillNewsAt: (account: string, subject: Subject) => boolean;
  onFailing: (failing: boolean) => void;
  onRead: () => void;
  onHeldBack: () => void;
  /** A poll has been recorded: there may be something to show and to announce. */
  onRecorded: () => void;
  onWatches: () => void;
  onChange: () => void;
}

/** A click on a notification older than that opens the window instead of its page. */
const shownNoticesKeptFor = 90 * 24 * 3600_000;

export type Account = ReturnType<typeof createAccount>;

/** One signed-in person on one network: polling, notifications and watches of their own. `alreadySent`: requests of the sign-in. */
export function createAccount(parts: AccountParts, live: Live, alreadySent: number) {
  const { desktop, settings, clock, log } = parts;
  const { chosen, profile, network } = live;
  const ended = () => chosen.tokenExpiresAt !== undefined && chosen.tokenExpiresAt <= clock.now();

  const speech = () => speechOf(settings.get().preferences.language, desktop.languages);
  const ownName = () => networkName(chosen, speech().words);

  function rules(): NoticeRules {
    const { preferences, watches } = settings.get();
    const { notify, mutedSites } = preferences;
    return {
      notify,
      watches: watches.filter(({ networkId }) => networkId === chosen.id),
      mutedSites: idsOfAccount(chosen.id, mutedSites),
      isMuted: (siteId, questionId) => profile.mutes.has(siteId, questionId),
      speech: speech(),
    };
  }

  const stillNews = (subject: Subject): boolean =>
    subject.account === undefined || subject.account === chosen.id
      ? isStillNews(profile, rules(), subject)
      : parts.isStillNewsAt(subject.account, subject);

  profile.notices.prune(clock.now() - shownNoticesKeptFor);
  const delivery = createDelivery({
    desktop: {
      notify: parts.notify,
      openExternal: (url) => desktop.openExternal(url),
      doNotDisturb: () => desktop.doNotDisturb(),
      showWindow: parts.showWindow,
    },
    settings,
    clock,
    log,
    profile,
    speech,
    rules,
    isStillNews: stillNews,
    onFailing: parts.onFailing,
    onRead: parts.onRead,
    onHeldBack: parts.onHeldBack,
  });
  const poller =
    network && !ended()
      ? new Poller({
          ...parts,
          onRecorded() {
            parts.onRecorded();
            lookForTags();
          },
          network,
          networkId: chosen.id,
          networkName: ownName(),
          profile,
          speech,
          alreadySent,
        })
      : undefined;
  const stopping = new AbortController();
  const tagReading =
    network &&
    createTagReading({
      profile,
      network,
      log,
      isListed: (siteId) => parts.history.sites(chosen.id).some(({ id }) => id === siteId),
      budget: () => poller?.budget(),
      spare: () => poller?.spareRequests() ?? 0,
    });

  /** Rides on polls: what has just come is asked about while the network answers. */
  function lookForTags(): void {
    tagReading
      ?.look(stopping.signal)
      .then((found) => found && parts.onRead())
      .catch((error: unknown) =>
        log.error(`tags: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`),
      );
  }

  const desk = watchDesk({
    settings,
    history: parts.history,
    clock,
    live: () => live,
    poller: () => poller,
    onChange: parts.onWatches,
  });

  const reading = createReading({
    profile,
    network: ended() ? undefined : network,
    mayWrite: chosen.mayWrite === true,
    forClicks: () => poller?.forClicks(),
    now: clock.now,
  });

  /** Gives what sites are called now; a site's id where the network has not told. */
  function siteNames(): (siteId: string) => string {
    const known = new Map(
      [...profile.reputation.accounts().map(({ site }) => site), ...parts.history.sites(chosen.id)].map(
        ({ id, name }) => [id, name],
      ),
    );
    return (siteId) => known.get(siteId) ?? siteId;
  }

  return {
    siteNames,
    /** What people call the network. */
    networkName: ownName,
    /** The network's id: there is one account at each. */
    id: chosen.id,
    live,
    chosen,
    profile,
    /** Absent where the token is gone. */
    network,
    delivery,
    poller,
    reading,
    ...desk,
    start(presence: PresenceState): void {
      poller?.setPresence(presence);
      poller?.start();
    },
    async stop(): Promise<void> {
      stopping.abort();
      await poller?.stop();
    },
    /** Whether a subject would be announced, if it were new now. */
    isStillNews: stillNews,
    /** Brings back the inbox items that were put off until now; their notification is left to be delivered. Gives whether there were any. */
    bringBack: (): boolean => bringBack(profile, rules(), clock.now()),
    /** Says once that the token ends soon, and stops asking when it has. */
    async lookAtExpiry(): Promise<void> {
      const now = clock.now();
      const notice = network && expiryNotice(ownName(), chosen.tokenExpiresAt, now, speech());
      if (notice && profile.mark('expiry-told') !== chosen.tokenExpiresAt) {
        profile.transaction(() => {
          profile.notices.add(notice, now);
          profile.setMark('expiry-told', chosen.tokenExpiresAt);
        });
        await delivery.deliver();
      }
      if (network && ended()) await poller?.stop();
    },
  };
}
