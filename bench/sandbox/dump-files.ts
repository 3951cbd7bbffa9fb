import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { MINUTE_MS } from '../../common/durations.ts';
import { createRandom } from '../../sandbox/world/random.ts';

const words = (
  'garden bridge window letter winter paper metal river engine signal button carpet ladder mirror needle pepper ' +
  'rocket saddle thread violin wheel yellow basket candle'
).split(' ');
const escape = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#xA;');
const time = (minutes: number) => new Date(Date.UTC(2019, 0, 1) + minutes * MINUTE_MS).toISOString().slice(0, -1);

/** How many rows of each there are for one question; near what a published dump of a small site has. */
const ROWS_PER_QUESTION = { users: 5, votes: 21, comments: 4, badges: 11 } as const;
const TAG_COUNT = 300;

const FILES = ['Users', 'Tags', 'Posts', 'Votes', 'Comments', 'Badges', 'PostHistory', 'PostLinks'] as const;
type File = (typeof FILES)[number];
type Attributes = Record<string, string | number>;

const LICENSE = 'CC BY-SA 4.0';
/** A question and its answers. */
const POSTS_PER_THREAD = 3;
const REVISIONS_PER_POST = 2;

type Counted = 'user' | 'vote' | 'comment' | 'badge' | 'revision';

/** The files of a dump in the making. */
class DumpFiles {
  readonly #streams: ReadonlyMap<File, WriteStream>;
  bytes = 0;

  constructor(folder: string) {
    this.#streams = new Map(FILES.map((name) => [name, createWriteStream(join(folder, `${name}.xml`))]));
  }

  async write(name: File, text: string): Promise<void> {
    this.bytes += Buffer.byteLength(text);
    const stream = this.#streams.get(name);
    if (stream && !stream.write(text)) await once(stream, 'drain');
  }

  row(name: File, attributes: Attributes): Promise<void> {
    const text = Object.entries(attributes).map(([key, value]) => `${key}="${escape(String(value))}"`);
    return this.write(name, `  <row ${text.join(' ')} />\r\n`);
  }

  async open(): Promise<void> {
    for (const name of FILES)
      await this.write(name, `\ufeff<?xml version="1.0" encoding="utf-8"?>\r\n<${name.toLowerCase()}>\r\n`);
  }

  async close(): Promise<void> {
    for (const name of FILES) {
      await this.write(name, `</${name.toLowerCase()}>\r\n`);
      const stream = this.#streams.get(name);
      stream?.end();
      if (stream) await once(stream, 'finish');
    }
  }
}

/** Makes up the rows of threads, one thread after the other. */
class Threads {
  readonly #files: DumpFiles;
  readonly #random = createRandom(3);
  readonly #lastId: Record<Counted, number> = {
    user: 0,
    vote: 0,
    comment: 0,
    badge: 0,
    revision: 0,
  };

  constructor(files: DumpFiles) {
    this.#files = files;
  }

  /** @param question its id; those of the answers follow */
  async write(question: number): Promise<void> {
    for (let count = 0; count < ROWS_PER_QUESTION.users; count += 1) await this.#user(question);
    for (let id = question; id < question + POSTS_PER_THREAD; id += 1) await this.#post(id, question);
    await this.#votes(question);
    for (let count = 0; count < ROWS_PER_QUESTION.comments; count += 1) await this.#comment(question);
    for (let count = 0; count < ROWS_PER_QUESTION.badges; count += 1) await this.#badge(question, count);
  }

  #next(kind: Counted): number {
    return (this.#lastId[kind] += 1);
  }

  #prose(count: number): string {
    return Array.from({ length: count }, () => words[this.#random.integer(0, words.length - 1)] ?? '').join(' ');
  }

  #owner(): number {
    return this.#random.integer(1, this.#lastId.user);
  }

  #tag(): string {
    return `<tag-${this.#random.integer(1, TAG_COUNT)}>`;
  }

  #user(question: number): Promise<void> {
    const id = this.#next('user');
    return this.#files.row('Users', {
      Id: id,
      Reputation: this.#random.integer(1, 5000),
      CreationDate: time(question),
      DisplayName: this.#prose(2),
      LastAccessDate: time(question + 9000),
      AboutMe:
        `<p>${this.#prose(90)}</p>\n<p>${this.#prose(20)} ` +
        '<a href="https://people.example/?a=1&b=2" rel="nofollow">so</a></p>',
      Views: 3,
      UpVotes: 1,
      DownVotes: 0,
      AccountId: id,
    });
  }

  async #post(id: number, question: number): Promise<void> {
    const body = `<p>${this.#prose(60)}</p>\n\n<p>"${this.#prose(70)}" & <em>${this.#prose(40)}</em></p>\n`;
    const isQuestion = id === question;
    await this.#files.row('Posts', {
      Id: id,
      PostTypeId: isQuestion ? 1 : 2,
      ...(isQuestion ? { AcceptedAnswerId: id + 1 } : { ParentId: question }),
      CreationDate: time(id),
      Score: 5,
      ...(isQuestion ? { ViewCount: 80 } : {}),
      Body: body,
      OwnerUserId: this.#owner(),
      LastActivityDate: time(id + 30),
      ...(isQuestion ? { Title: this.#prose(9), Tags: `${this.#tag()}${this.#tag()}`, AnswerCount: 2 } : {}),
      CommentCount: 1,
      ContentLicense: LICENSE,
    });
    for (let revision = 0; revision < REVISIONS_PER_POST; revision += 1)
      await this.#files.row('PostHistory', {
        Id: this.#next('revision'),
        PostHistoryTypeId: revision === 0 ? 2 : 5,
        PostId: id,
        RevisionGUID: '00000000-0000-4000-8000-000000000000',
        CreationDate: time(id + revision),
        UserId: this.#owner(),
        Text: `${this.#prose(60)}\r\n\r\n"${this.#prose(70)}" & *${this.#prose(40)}*`,
        ContentLicense: LICENSE,
      });
  }

  #anyPost(question: number): number {
    return question + this.#random.integer(0, POSTS_PER_THREAD - 1);
  }

  /** The acceptance, and then up and down votes. */
  async #votes(question: number): Promise<void> {
    const CreationDate = `${time(question).slice(0, 10)}T00:00:00.000`;
    await this.#files.row('Votes', { Id: this.#next('vote'), PostId: question + 1, VoteTypeId: 1, CreationDate });
    for (let count = 1; count < ROWS_PER_QUESTION.votes; count += 1) {
      const VoteTypeId = count % 8 === 0 ? 3 : 2;
      await this.#files.row('Votes', {
        Id: this.#next('vote'),
        PostId: this.#anyPost(question),
        VoteTypeId,
        CreationDate,
      });
    }
  }

  #comment(question: number): Promise<void> {
    return this.#files.row('Comments', {
      Id: this.#next('comment'),
      PostId: this.#anyPost(question),
      Score: 0,
      Text: `${this.#prose(40)} *${this.#prose(2)}*`,
      CreationDate: time(question + 5),
      UserId: this.#owner(),
      ContentLicense: LICENSE,
    });
  }

  #badge(question: number, number: number): Promise<void> {
    return this.#files.row('Badges', {
      Id: this.#next('badge'),
      UserId: this.#owner(),
      Name: `Badge ${number}`,
      Date: time(question),
      Class: 3,
      TagBased: 'False',
    });
  }
}

/**
 * Writes a dump of about `megabytes`, whose files have the shares of a published one.
 * @returns the bytes written
 */
export async function writeDump(folder: string, megabytes: number): Promise<number> {
  mkdirSync(folder, { recursive: true });
  const files = new DumpFiles(folder);
  await files.open();
  for (let id = 1; id <= TAG_COUNT; id += 1) await files.row('Tags', { Id: id, TagName: `tag-${id}`, Count: 10 });
  const threads = new Threads(files);
  for (let question = 1; files.bytes < megabytes * 1e6; question += POSTS_PER_THREAD) await threads.write(question);
  await files.close();
  return files.bytes;
}
