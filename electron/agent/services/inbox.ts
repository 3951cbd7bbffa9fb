import type { Clock } from '../../clock.ts';
import type {
  Acceptance,
  InboxCounts,
  InboxEntry,
  InboxFilter,
  MutedQuestion,
  Reading,
} from '../../../common/contract/contract.ts';
import type { History, ProfileHistory } from '../../store/history.ts';
import type { KeptInboxItem } from '../../store/inbox/inbox-row.ts';
import type { FoundItem } from '../../store/inbox/inbox-search.ts';
import type { SettingsStore } from '../../store/settings.ts';
import type { Account } from '../accounts/account.ts';
import type { Accounts } from '../accounts/account-registry.ts';
import type { ItemSnoozeLength } from '../../../common/snooze.ts';
import { snoozeEnd } from '../notifications/snooze.ts';
import { scopedId, parseScopedId } from '../domain/scoped-id.ts';
import { userFacingError } from '../domain/user-facing-error.ts';
import { shownSites } from '../accounts/site-labels.ts';
import { createUndo } from './undo.ts';

/** What was done, and the name of what takes it back. */
export interface Done {
  changed: number;
  undo?: string;
}

/** Where the inbox of everybody who is signed in is listed, read, and put in order. Ids are qualified ones. */
export function inboxDesk(parts: {
  accounts: Accounts;
  history: History;
  settings: SettingsStore;
  clock: Clock;
  onChange: () => void;
}) {
  const { accounts, settings, clock } = parts;
  const undo = createUndo();

  const done = (changed: number, takeBack: () => void): Done => {
    if (changed === 0) return { changed };
    parts.onChange();
    return { changed, undo: undo.keep(takeBack) };
  };

  /** Whose site it is, while somebody is signed in there. */
  function ownerOf(site: string): { owner: Account | undefined; id: string } {
    const { account, id } = parseScopedId(site);
    return { owner: account === undefined ? undefined : accounts.get(account), id };
  }

  /** The accounts a filter is about, and the filter with the site's own id. */
  function meant({ site, ...filter }: InboxFilter): { among: Account[]; filter: InboxFilter } {
    if (site === undefined) return { among: accounts.all(), filter };
    const { owner, id } = ownerOf(site);
    return { among: owner ? [owner] : [], filter: { ...filter, site: id } };
  }

  /** A site that the other filters leave nothing of, as a choice: it keeps its name. */
  function emptyChoice(site: string, named: (account: Account, name: string) => string): InboxCounts['sites'] {
    const { owner, id } = ownerOf(site);
    const choice =
      owner &&
      listOf([owner])
        .counts({})
        .sites.find(({ value }) => value === id);
    return owner && choice ? [{ ...choice, value: site, name: named(owner, choice.name), count: 0 }] : [];
  }

  const listOf = (among: Account[]) => parts.history.inboxOf(among.map(({ profile }) => profile.profile.id));
  const byProfile = (among: Account[]) => new Map(among.map((account) => [account.profile.profile.id, account]));

  function item(key: string): { account: Account; item: KeptInboxItem } {
    const { account, id } = accounts.found(key);
    const found = account.profile.inbox.get(id);
    if (!found) throw userFacingError('itemGone');
    return { account, item: found };
  }

  /** Keys by the profile they belong to. */
  function grouped(keys: string[]): Map<ProfileHistory, string[]> {
    const groups = new Map<ProfileHistory, string[]>();
    for (const key of keys) {
      const { account, id } = accounts.found(key);
      groups.set(account.profile, [...(groups.get(account.profile) ?? []), id]);
    }
    return groups;
  }

  function setRead(groups: Map<ProfileHistory, string[]>, read: boolean): Done {
    const changed = [...groups].map(
      ([profile, keys]) =>
        [profile, profile.transaction(() => profile.inbox.setRead(keys, read ? clock.now() : null))] as const,
    );
    return done(
      changed.reduce((sum, [, keys]) => sum + keys.length, 0),
      () => {
        for (const [profile, keys] of changed)
          profile.transaction(() => profile.inbox.setRead(keys, read ? null : clock.now()));
      },
    );
  }

  return {
    list(asked: InboxFilter, limit: number, before: number | undefined): { entries: InboxEntry[]; hasMore: boolean } {
      const { among, filter } = meant(asked);
      const { items, hasMore } = listOf(among).list(filter, limit, before);
      const owners = byProfile(among);
      const sites = shownSites(accounts.all());
      return { entries: items.map((found) => entryOf(owners.get(found.profileId)!, sites, found)), hasMore };
    },
    counts(asked: InboxFilter): InboxCounts {
      const { among, filter } = meant(asked);
      const { sites: _one, ...counts } = listOf(among).counts(filter);
      // Each account's sites by themselves, as two networks may have one of the same name; all of them, as choices.
      const { named } = shownSites(accounts.all());
      const sites = accounts.all().flatMap((account) =>
        listOf([account])
          .counts({ ...filter, site: undefined })
          .sites.map((site) => ({
            ...site,
            value: scopedId(account.id, site.value),
            name: named(account, site.name),
          })),
      );
      const chosen =
        asked.site === undefined || sites.some(({ value }) => value === asked.site)
          ? []
          : emptyChoice(asked.site, named);
      return { ...counts, sites: [...sites.toSorted((one, other) => other.count - one.count), ...chosen] };
    },
    /** Without a site of an account that nobody is signed in to any more: it would leave nothing. */
    keptFilter(): InboxFilter {
      const { site, ...filter } = settings.get().inboxFilter;
      return site !== undefined && ownerOf(site).owner ? { ...filter, site } : filter;
    },
    keepFilter: ({ text: _passing, ...filter }: InboxFilter): void => settings.change({ inboxFilter: filter }),
    setRead: (keys: string[], read: boolean): Done => setRead(grouped(keys), read),
    /** With a filter what it leaves, otherwise everything, questions that were watched for included. */
    markAllRead(asked?: InboxFilter): Done {
      const now = clock.now();
      if (asked && Object.values(asked).some((value) => value !== undefined && value !== false)) {
        const { among, filter } = meant(asked);
        const owners = byProfile(among);
        const groups = new Map<ProfileHistory, string[]>();
        for (const { profileId, key } of listOf(among).unreadKeys(filter)) {
          const { profile } = owners.get(profileId)!;
          const keys = groups.get(profile) ?? [];
          groups.set(profile, keys);
          keys.push(key);
        }
        return setRead(groups, true);
      }
      const marked = accounts.all().map(({ profile }) =>
        profile.transaction(() => {
          const questions = profile.questions
            .unread(Number.MAX_SAFE_INTEGER)
            .map(({ site, questionId }) => ({ siteId: site.id, questionId }));
          profile.questions.markAllRead(now);
          return { profile, questions, keys: profile.inbox.markAllRead(now) };
        }),
      );
      return done(
        marked.reduce((sum, { keys, questions }) => sum + keys.length + questions.length, 0),
        () => {
          for (const { profile, keys, questions } of marked) {
            profile.transaction(() => {
              profile.inbox.setRead(keys, null);
              for (const { siteId, questionId } of questions) profile.questions.setRead(siteId, questionId, null);
            });
          }
        },
      );
    },
    snooze(keys: string[], length: ItemSnoozeLength): Done & { until: Date } {
      const until = snoozeEnd(length, clock.now());
      const before = [...grouped(keys)].map(
        ([profile, own]) => [profile, profile.transaction(() => profile.inbox.snooze(own, until))] as const,
      );
      return {
        ...done(
          before.reduce((sum, [, items]) => sum + items.length, 0),
          () => {
            for (const [profile, items] of before) profile.transaction(() => profile.inbox.unsnooze(items));
          },
        ),
        until: new Date(until),
      };
    },
    /** Into the list again, as it was; undone by putting it off again. */
    unsnooze(keys: string[]): Done {
      const before = [...grouped(keys)].map(
        ([profile, own]) => [profile, profile.transaction(() => profile.inbox.endSnooze(own))] as const,
      );
      return done(
        before.reduce((sum, [, put]) => sum + put.length, 0),
        () => {
          for (const [profile, put] of before)
            profile.transaction(() => put.forEach(({ key, until }) => profile.inbox.snooze([key], until)));
        },
      );
    },
    mute(key: string, muted: boolean): Done {
      const { account, item: about } = item(key);
      if (about.questionId === undefined) throw userFacingError('noQuestion');
      const { site, questionId, title, link } = about;
      const { mutes } = account.profile;
      const mute = { siteId: site.id, siteName: site.name, questionId, title, link, mutedAt: clock.now() };
      if (!muted) return this.unmute(scopedId(account.id, site.id), questionId);
      return done(mutes.add(mute) ? 1 : 0, () => mutes.remove(site.id, questionId));
    },
    mutes(): MutedQuestion[] {
      const { of } = shownSites(accounts.all());
      return accounts
        .all()
        .flatMap((account) =>
          account.profile.mutes.list().map((mute) => ({
            ...mute,
            site: of(account, { id: mute.siteId, name: mute.siteName }),
            mutedAt: new Date(mute.mutedAt),
          })),
        )
        .toSorted((one, other) => other.mutedAt.getTime() - one.mutedAt.getTime());
    },
    unmute(site: string, questionId: number): Done {
      const { account, id } = accounts.found(site);
      const { mutes } = account.profile;
      const mute = mutes.list().find((candidate) => candidate.siteId === id && candidate.questionId === questionId);
      if (!mute) return { changed: 0 };
      mutes.remove(id, questionId);
      return done(1, () => void mutes.add(mute));
    },
    undo(name: string): void {
      undo.takeBack(name);
      parts.onChange();
    },
    async read(key: string, part: 'item' | 'question', signal: AbortSignal | undefined): Promise<Reading> {
      const { account, item: about } = item(key);
      return account.reading.read(about, part, signal);
    },
    async accept(key: string, takeBack: boolean): Promise<Acceptance> {
      const { account, item: about } = item(key);
      return account.reading.accept(about, takeBack);
    },
    /** The account an item belongs to. */
    accountOf: (key: string): string => item(key).account.id,
  };
}

function entryOf(
  account: Account,
  { withSite }: Pick<ReturnType<typeof shownSites>, 'withSite'>,
  found: FoundItem,
): InboxEntry {
  const { site, questionId, snoozedUntil } = found;
  return {
    key: scopedId(account.id, found.key),
    account: account.id,
    place: found.place,
    itemType: found.itemType,
    site: withSite(account, found).site,
    title: found.found?.title.text ?? found.title,
    excerpt: found.found?.excerpt.text ?? found.excerpt,
    ...(found.found && { found: { title: found.found.title.ranges, excerpt: found.found.excerpt.ranges } }),
    link: found.link,
    createdAt: new Date(found.createdAt),
    listedAt: new Date(found.listedAt),
    unread: found.unread,
    ...(snoozedUntil !== undefined && { snoozedUntil: new Date(snoozedUntil) }),
    tags: found.tags,
    person: found.person,
    muted: questionId !== undefined && account.profile.mutes.has(site.id, questionId),
  };
}
