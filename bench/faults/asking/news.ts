import type { ProfileHistory } from '../../../electron/store/profile-history.ts';
import type { DrivenSandbox } from '../network/sandbox.ts';
import type { NewsKind, Polled } from '../operations.ts';

/** Change of reputation by one vote against a question. */
const VOTE_CHANGE = -2;
/** A limit that no history of the matrix reaches. */
const ALL = 100_000;

/** Something that happened in the sandbox's world. */
interface Happened {
  kind: NewsKind;
  /** In ms since the epoch. */
  at: number;
  /** Title of an inbox item, or id of a question. */
  title?: string;
  questionId?: number;
}

const POST_OF_PERSON = `SELECT p.id AS postId, s.api_site_parameter AS site, u.id AS userId FROM posts p
  JOIN users u ON u.site_id = p.site_id AND u.id = p.owner_id JOIN sites s ON s.id = p.site_id
  WHERE u.account_id = ? AND p.deleted_at IS NULL AND p.post_type = 1 ORDER BY u.reputation DESC, p.id LIMIT 1`;
const VOTER = `SELECT u.id AS id FROM users u JOIN sites s ON s.id = u.site_id
  WHERE s.api_site_parameter = ?1 AND u.id <> ?2 AND u.id NOT IN
    (SELECT voter_id FROM votes v WHERE v.site_id = s.id AND v.post_id = ?3 AND voter_id IS NOT NULL) LIMIT 1`;

/** News of one world, which has to come into the history and into a notification, exactly once. */
export class News {
  readonly #sandbox: DrivenSandbox;
  readonly #profile: ProfileHistory;
  readonly #operation: Polled;
  readonly #kinds: readonly NewsKind[];
  readonly #happened: Happened[] = [];
  #listedBefore = 0;

  constructor(sandbox: DrivenSandbox, profile: ProfileHistory, operation: Polled, kinds: readonly NewsKind[] = []) {
    this.#sandbox = sandbox;
    this.#profile = profile;
    this.#operation = operation;
    this.#kinds = kinds;
    if (this.isAny) sandbox.beginChanges();
  }

  /** Whether the operation finds any news. */
  get isAny(): boolean {
    return this.#kinds.length > 0;
  }

  /** Makes news of each kind happen. */
  happen(): void {
    if (this.#happened.length === 0) this.#listedBefore = this.#reputationListed();
    for (const kind of this.#kinds) this.#happened.push(this.#make(kind));
  }

  /** Kinds of which the latest news was not told. */
  untold(): NewsKind[] {
    const latest = this.#kinds.flatMap((kind) => this.#happened.findLast((news) => news.kind === kind) ?? []);
    return latest
      .filter((news) => {
        const { listed, told } = this.#times(news);
        return listed < 1 || told < 1;
      })
      .map(({ kind }) => kind);
  }

  /** News that was listed or told more than once, in words. */
  repeated(): string[] {
    return this.#happened.flatMap((news) => {
      const { listed, told } = this.#times(news);
      return listed > 1 || told > 1 ? [`listed ${news.kind} ${listed} times and told it ${told} times`] : [];
    });
  }

  /** Makes the world what it was before. */
  undo(): void {
    if (this.isAny) this.#sandbox.undoChanges();
  }

  #make(kind: NewsKind): Happened {
    const { world, clock } = this.#sandbox;
    const person = this.#sandbox[this.#operation.person];
    const post = world.db.prepare(POST_OF_PERSON).get(person.accountId)!;
    const site = String(post['site']);
    const [postId, userId] = [Number(post['postId']), Number(post['userId'])];
    const voterId = Number(world.db.prepare(VOTER).get(site, userId, postId)!['id']);
    const at = clock.now();
    const title = `News ${this.#happened.length} of ${at}`;
    const { actions } = world;
    if (kind === 'inbox') {
      actions.message({ site, userId, itemType: 'new_answer', title, body: '<p>News</p>' });
      return { kind, at, title };
    }
    if (kind === 'question') {
      const question = { site, userId: voterId, title, body: '<p>News</p>', tags: ['planets'] };
      return { kind, at, questionId: actions.ask(question) };
    }
    actions.vote({ site, userId: voterId, postId, direction: 'down' });
    return { kind, at };
  }

  /** How often news is listed in the history, and how often a notification tells of it. */
  #times(news: Happened): { listed: number; told: number } {
    const pending = this.#profile.notifications.pending();
    const subjects = pending.flatMap((notification) => notification.subjects);
    if (news.kind === 'inbox') {
      const keys = this.#profile.inbox.list(ALL).flatMap(({ title, key }) => (title === news.title ? [key] : []));
      const told = subjects.filter((subject) => subject.kind === 'inbox' && keys.includes(subject.key));
      return { listed: keys.length, told: told.length };
    }
    if (news.kind === 'question') {
      const { questionId } = news;
      const isListed = this.#profile.questions.get(this.#sandbox.singleSite, questionId!) !== undefined;
      const told = subjects.filter((subject) => subject.kind === 'question' && subject.questionId === questionId);
      return { listed: isListed ? 1 : 0, told: told.length };
    }
    const votes = this.#happened.filter(({ kind }) => kind === 'reputation');
    // A change that is listed again adds up to more than happened; one that is missing, to less.
    const missing = votes.length - (this.#reputationListed() - this.#listedBefore) / VOTE_CHANGE;
    const told = pending.filter(({ kind, createdAt }) => kind === 'reputation' && createdAt >= news.at).length;
    const later = votes.filter(({ at }) => at >= news.at).length;
    return { listed: missing > 0 ? 0 : 1 - missing, told: told === 0 ? 0 : Math.max(1, told - later + 1) };
  }

  /** All that is listed of reputation, by its change: the network may date a change by its day only. */
  #reputationListed(): number {
    return this.#profile.reputation.since(0).reduce((sum, event) => sum + event.change, 0);
  }
}
