import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { escapeUTF8 } from 'entities';

type Attributes = Record<string, string | number>;
/** The rows of each file by its name without `.xml`; a text is written as it is. */
export type Dump = Record<
  'Users' | 'Tags' | 'Posts' | 'Votes' | 'Comments' | 'Badges' | 'PostLinks' | 'PostHistory',
  (Attributes | string)[]
>;

const escape = (value: string | number) => escapeUTF8(String(value)).replaceAll('\n', '&#xA;');

export const rowOf = (attributes: Attributes) =>
  `  <row ${Object.entries(attributes)
    .map(([name, value]) => `${name}="${escape(value)}"`)
    .join(' ')} />`;

/** Half past noon of a day in March 2019, as posts have it. */
export const at = (day: number) => `2019-03-${String(day).padStart(2, '0')}T12:30:15.123`;
/** The same in epoch seconds. */
export const secondsAt = (day: number) => Math.floor(Date.parse(`${at(day)}Z`) / 1000);

export const user = (Id: number | string, DisplayName: string, more: Attributes = {}): Attributes => ({
  Id,
  Reputation: 1,
  CreationDate: at(1),
  DisplayName,
  LastAccessDate: at(1),
  Views: 0,
  UpVotes: 0,
  DownVotes: 0,
  AccountId: 500 + Number(Id),
  ...more,
});
export const post = (Id: number, PostTypeId: number, day: number, more: Attributes): Attributes => {
  return { Id, PostTypeId, CreationDate: at(day), Score: 0, LastActivityDate: at(day), ...more };
};
/** Votes have days, not moments. */
export const vote = (Id: number, PostId: number, VoteTypeId: number, day: number, more: Attributes = {}) => {
  return { Id, PostId, VoteTypeId, CreationDate: `${at(day).slice(0, 10)}T00:00:00.000`, ...more };
};
export const history = (Id: number, PostHistoryTypeId: number, PostId: number, day: number, more: Attributes) => {
  return { Id, PostHistoryTypeId, PostId, RevisionGUID: `r${Id}`, CreationDate: at(day), ...more };
};

const COMMENT = 'See [this](https://x.example/?a=1&b=2) or `a<b`';
/** Who closed a question, and what it repeats. */
const CLOSING = '{"OriginalQuestionIds":[5],"Voters":[{"Id":2,"DisplayName":"Ben Bo"},{"Id":77,"DisplayName":"gone"}]}';
/** Upvotes that would be worth more than a day gives. */
const manyVotes = Array.from({ length: 25 }, (_, index) => vote(100 + index, 2, 2, 9));

/**
 * A site with three people, of whom Ada asks, Ben answers and Cy comments; every rule of loading has a row here.
 * Tests change copies of it.
 */
export function smallDump(): Dump {
  return {
    Users: [
      user(-1, 'Community', { DownVotes: 3, AccountId: -1 }),
      user(1, 'Ada', { Reputation: 140, LastAccessDate: at(8), Location: 'Ulm', AboutMe: '<p>Hi</p>' }),
      user(2, 'Ben Bo', { Reputation: 900, LastAccessDate: at(20), WebsiteUrl: 'https://b.example', Views: 1 }),
      user(3, 'Cy', { Reputation: 101, CreationDate: at(2), LastAccessDate: at(3) }),
    ],
    Tags: [
      { Id: 4, TagName: 'verbs', Count: 1, ExcerptPostId: 6, WikiPostId: 7 },
      { Id: 9, TagName: 'c++', Count: 1, IsModeratorOnly: 'True' },
    ],
    Posts: [
      post(1, 1, 2, {
        ...{ Title: 'Verbs & their <ends>', Body: '<p>Why "so" & how?</p>\n', Tags: '<verbs><c++>' },
        ...{ Score: 3, ViewCount: 50, AnswerCount: 2, CommentCount: 1, AcceptedAnswerId: 2, OwnerUserId: 1 },
        ...{ LastActivityDate: at(9), ClosedDate: at(10), ContentLicense: 'CC BY-SA 4.0' },
      }),
      post(2, 2, 3, {
        ...{ ParentId: 1, Body: '<p>Because of <em>that</em>.</p>', OwnerUserId: 2, Score: 25, CommentCount: 3 },
        ...{ LastEditDate: at(4), LastEditorUserId: 3, ContentLicense: 'CC BY-SA 4.0' },
      }),
      post(3, 2, 9, { ParentId: 1, Body: '<p>Me too</p>', OwnerDisplayName: 'user77', CommentCount: 0 }),
      post(5, 1, 4, {
        ...{ Title: 'A wiki', Body: '<p>Ours</p>', Tags: '|verbs|', OwnerUserId: 1, CommunityOwnedDate: at(4) },
        ...{ Score: 1, AnswerCount: 0, CommentCount: 0 },
      }),
      post(6, 4, 2, { Body: 'About verbs.', OwnerUserId: 2 }),
      post(7, 5, 2, { Body: '<p>All about verbs.</p>', OwnerUserId: 2 }),
    ],
    Votes: [
      vote(1, 1, 2, 3),
      vote(2, 1, 3, 3),
      vote(3, 2, 1, 5),
      vote(4, 5, 2, 6),
      vote(5, 1, 8, 6, { UserId: 1, BountyAmount: 50 }),
      vote(6, 2, 9, 7, { BountyAmount: 50 }),
      vote(7, 99, 2, 7),
      ...manyVotes,
    ],
    Comments: [
      { Id: 11, PostId: 1, Score: 1, Text: COMMENT, CreationDate: at(4), UserId: 3 },
      { Id: 12, PostId: 2, Score: 0, Text: 'Is it so?', CreationDate: at(4), UserId: 3 },
      { Id: 13, PostId: 2, Score: 0, Text: '@Cy Yes & no', CreationDate: at(5), UserId: 2 },
      { Id: 14, PostId: 2, Score: 0, Text: '@BenBo Thanks', CreationDate: at(6), UserDisplayName: 'user77' },
    ],
    Badges: [
      { Id: 21, UserId: 1, Name: 'Student', Date: at(3), Class: 3, TagBased: 'False' },
      { Id: 22, UserId: 2, Name: 'Student', Date: at(4), Class: 3, TagBased: 'False' },
      { Id: 23, UserId: 2, Name: 'Guru', Date: at(9), Class: 2, TagBased: 'False' },
      { Id: 24, UserId: 2, Name: 'verbs', Date: at(9), Class: 1, TagBased: 'True' },
    ],
    PostLinks: [{ Id: 31, CreationDate: at(5), PostId: 1, RelatedPostId: 5, LinkTypeId: 3 }],
    PostHistory: [
      history(41, 2, 1, 2, { UserId: 1, Text: 'first' }),
      history(42, 5, 1, 3, { UserId: 1, Text: 'Why "so" & how?' }),
      history(43, 10, 1, 10, { UserId: 2, Comment: 101, Text: CLOSING }),
      history(44, 19, 1, 11, { UserId: 2 }),
      history(45, 14, 5, 11, { UserId: 2 }),
      history(46, 15, 5, 12, { UserId: 2 }),
    ],
  };
}

/** Writes a dump's files into a folder as the network publishes them, with their mark at the beginning. */
export function writeDump(folder: string, dump: Partial<Dump>): string {
  mkdirSync(folder, { recursive: true });
  for (const [name, rows] of Object.entries(dump)) {
    const root = name.toLowerCase();
    const written = rows.map((row) => (typeof row === 'string' ? row : rowOf(row))).join('\r\n');
    const text = `\ufeff<?xml version="1.0" encoding="utf-8"?>\r\n<${root}>\r\n${written}\r\n</${root}>`;
    writeFileSync(join(folder, `${name}.xml`), text);
  }
  return folder;
}

/** The public dump beside the project, where there is one; the small one has what is odd in public ones. */
const published =
  process.env['ASKBELL_DUMP'] ?? fileURLToPath(new URL('../../../../shared/data/conlang-meta-dump', import.meta.url));
export const dumpNames = ['small', ...(existsSync(published) ? ['published'] : [])];
/** The folder of a dump of these names; the small one is written into the folder that is given. */
export const dumpFolder = (name: string, folder: string) =>
  name === 'published' ? published : writeDump(folder, smallDump());
