import type { Account } from './account.ts';
import type { Traffic } from './networks.ts';
import { parseScopedId } from '../domain/scoped-id.ts';
import { userFacingError } from '../domain/user-facing-error.ts';
import type { Live, Session } from './session.ts';

export type Accounts = ReturnType<typeof createAccounts>;

/** Everybody who is signed in, each polled by itself. `create` makes one, `onLeaving` hears before one goes, and `onTaken` of every change. */
export function createAccounts(parts: {
  session: () => Session;
  create: (live: Live, alreadySent: number) => Account;
  onLeaving: (all: Account[]) => void;
  onTaken: (account: Account | undefined) => Promise<void>;
}) {
  const running = new Map<string, Account>();
  /** Requests sent to a network before anybody counted: those of the sign-in. */
  const unclaimed = new Map<string, number>();
  let takingOver: Promise<void> = Promise.resolve();

  /** Somebody else is signed in at a network now, or nobody. One that was overtaken meanwhile does nothing. */
  async function replace(id: string, live: Live | undefined): Promise<void> {
    await running.get(id)?.stop();
    if (running.has(id)) parts.onLeaving([...running.values()]);
    running.delete(id);
    let account: Account | undefined;
    if (live && parts.session().live(id) === live) {
      account = parts.create(live, unclaimed.get(id) ?? 0);
      if (account.poller) unclaimed.delete(id);
      running.set(id, account);
    }
    await parts.onTaken(account);
  }

  const all = (): Account[] =>
    parts
      .session()
      .lives()
      .flatMap(({ chosen }) => running.get(chosen.id) ?? []);

  return {
    /** One takeover after the other. */
    take(id: string, live: Live | undefined): Promise<void> {
      takingOver = takingOver.then(() => replace(id, live));
      return takingOver;
    },
    /** Counts what is sent to a network, for whoever polls it. */
    traffic: (id: string): Traffic => ({
      sent() {
        const poller = running.get(id)?.poller;
        if (poller) poller.sent();
        else unclaimed.set(id, (unclaimed.get(id) ?? 0) + 1);
      },
      answered: (facts) => running.get(id)?.poller?.answered(facts),
      heldUntil: (method) => running.get(id)?.poller?.heldUntil(method),
    }),
    /** The first to have signed in comes first. */
    all,
    get: (id: string): Account | undefined => running.get(id),
    /** Has everybody's streams polled as soon as the rules allow; see the poller. */
    wantAll(how: { byPerson: boolean; notAskedFor?: number }): void {
      for (const { poller } of all()) poller?.wantAll(how);
    },
    /** The account a qualified id belongs to, and the id there; an id without an account is the first one's. */
    of(text: string): { account: Account; id: string } | undefined {
      const named = parseScopedId(text);
      const own = named.account === undefined ? undefined : running.get(named.account);
      if (own) return { account: own, id: named.id };
      const [first] = all();
      return first && { account: first, id: text };
    },
    /** The same, where there has to be one. @throws Refusal when nobody is signed in */
    found(text: string): { account: Account; id: string } {
      const found = this.of(text);
      if (!found) throw userFacingError('nobody');
      return found;
    },
    async stop(): Promise<void> {
      await takingOver.catch(() => undefined);
      await Promise.all([...running.values()].map((account) => account.stop()));
    },
  };
}
