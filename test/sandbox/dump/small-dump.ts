import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Attributes = Record<string, string | number>;

const escape = (value: string | number) =>
  String(value)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#xA;');

export const rowOf = (attributes: Attributes) =>
  `  <row ${Object.entries(attributes)
    .map(([name, value]) => `${name}="${escape(value)}"`)
    .join(' ')} />`;

/** A file of a dump as the network publishes it, with its mark at the beginning. */
export const fileOf = (root: string, rows: readonly (Attributes | string)[]) =>
  `\ufeff<?xml version="1.0" encoding="utf-8"?>\r\n<${root}>\r\n${rows.map((row) => (typeof row === 'string' ? row : rowOf(row))).join('\r\n')}\r\n</${root}>`;

const at = (day: number, hour = 12) =>
  `2019-03-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}:30:15.123`;
const voteDay = (day: number) => `2019-03-${String(day).padStart(2, '0')}T00:00:00.000`;

/** A row of `Users.xml`. */
const user = (Id: number, DisplayName: string, more: Attributes): Attributes => ({
  Id,
  Reputation: 1,
  CreationDate: at(1),
  DisplayName,
  LastAccessDate: at(1),
  Views: 0,
  UpVotes: 0,
  DownVotes: 0,
  AccountId: 500 + Id,
  ...more,
});

/** Upvotes that would be worth more than a day gives. */
const manyVotes = Array.from({ length: 25 }, (_, index) => ({
  Id: 100 + index,
  PostId: 2,
  VoteTypeId: 2,
  CreationDate: voteDay(9),
}));

/**
 * A site with three people, of whom Ada asks, Ben answers and Cy comments; every rule of loading has a row here.
 * Tests change copies of it.
 */
export function smallDump(): Record<string, { root: string; rows: (Attributes | string)[] }> {
  return {
    'Users.xml': {
      root: 'users',
      rows: [
        user(-1, 'Community', { DownVotes: 3, AccountId: -1 }),
        user(1, 'Ada', {
          Reputation: 140,
          LastAccessDate: at(8),
          Location: 'Ulm',
          AboutMe: '<p>Hi</p>',
          Views: 7,
          UpVotes: 2,
          DownVotes: 1,
        }),
        user(2, 'Ben Bo', { Reputation: 900, LastAccessDate: at(20), WebsiteUrl: 'https://b.example', Views: 1 }),
        user(3, 'Cy', { Reputation: 101, CreationDate: at(2), LastAccessDate: at(3) }),
      ],
    },
    'Tags.xml': {
      root: 'tags',
      rows: [
        { Id: 4, TagName: 'verbs', Count: 1, ExcerptPostId: 6, WikiPostId: 7 },
        { Id: 9, TagName: 'c++', Count: 1, IsModeratorOnly: 'True' },
      ],
    },
    'Posts.xml': {
      root: 'posts',
      rows: [
        {
          Id: 1,
          PostTypeId: 1,
          AcceptedAnswerId: 2,
          CreationDate: at(2),
          Score: 3,
          ViewCount: 50,
          Body: '<p>Why "so" & how?</p>\n',
          OwnerUserId: 1,
          LastActivityDate: at(9),
          Title: 'Verbs & their <ends>',
          Tags: '<verbs><c++>',
          AnswerCount: 2,
          CommentCount: 1,
          ClosedDate: at(10),
          ContentLicense: 'CC BY-SA 4.0',
        },
        {
          Id: 2,
          PostTypeId: 2,
          ParentId: 1,
          CreationDate: at(3),
          Score: 25,
          Body: '<p>Because of <em>that</em>.</p>',
          OwnerUserId: 2,
          LastActivityDate: at(3),
          LastEditDate: at(4),
          LastEditorUserId: 3,
          CommentCount: 3,
          ContentLicense: 'CC BY-SA 4.0',
        },
        {
          Id: 3,
          PostTypeId: 2,
          ParentId: 1,
          CreationDate: at(9),
          Score: 0,
          Body: '<p>Me too</p>',
          OwnerDisplayName: 'user77',
          LastActivityDate: at(9),
          CommentCount: 0,
        },
        {
          Id: 5,
          PostTypeId: 1,
          CreationDate: at(4),
          Score: 1,
          Body: '<p>Ours</p>',
          OwnerUserId: 1,
          LastActivityDate: at(4),
          Title: 'A wiki',
          Tags: '|verbs|',
          AnswerCount: 0,
          CommentCount: 0,
          CommunityOwnedDate: at(4),
        },
        ...[
          { Id: 6, PostTypeId: 4, Body: 'About verbs.' },
          { Id: 7, PostTypeId: 5, Body: '<p>All about verbs.</p>' },
        ].map((wiki) => ({ ...wiki, CreationDate: at(2), Score: 0, OwnerUserId: 2, LastActivityDate: at(2) })),
      ],
    },
    'Votes.xml': {
      root: 'votes',
      rows: [
        { Id: 1, PostId: 1, VoteTypeId: 2, CreationDate: voteDay(3) },
        { Id: 2, PostId: 1, VoteTypeId: 3, CreationDate: voteDay(3) },
        { Id: 3, PostId: 2, VoteTypeId: 1, CreationDate: voteDay(5) },
        { Id: 4, PostId: 5, VoteTypeId: 2, CreationDate: voteDay(6) },
        { Id: 5, PostId: 1, VoteTypeId: 8, CreationDate: voteDay(6), UserId: 1, BountyAmount: 50 },
        { Id: 6, PostId: 2, VoteTypeId: 9, CreationDate: voteDay(7), BountyAmount: 50 },
        { Id: 7, PostId: 99, VoteTypeId: 2, CreationDate: voteDay(7) },
        ...manyVotes,
      ],
    },
    'Comments.xml': {
      root: 'comments',
      rows: [
        {
          Id: 11,
          PostId: 1,
          Score: 1,
          Text: 'See [this](https://x.example/?a=1&b=2) or `a<b`',
          CreationDate: at(4),
          UserId: 3,
        },
        { Id: 12, PostId: 2, Score: 0, Text: 'Is it so?', CreationDate: at(4), UserId: 3 },
        { Id: 13, PostId: 2, Score: 0, Text: '@Cy Yes & no', CreationDate: at(5), UserId: 2 },
        { Id: 14, PostId: 2, Score: 0, Text: '@BenBo Thanks', CreationDate: at(6), UserDisplayName: 'user77' },
      ],
    },
    'Badges.xml': {
      root: 'badges',
      rows: [
        { Id: 21, UserId: 1, Name: 'Student', Date: at(3), Class: 3, TagBased: 'False' },
        { Id: 22, UserId: 2, Name: 'Student', Date: at(4), Class: 3, TagBased: 'False' },
        { Id: 23, UserId: 2, Name: 'Guru', Date: at(9), Class: 2, TagBased: 'False' },
        { Id: 24, UserId: 2, Name: 'verbs', Date: at(9), Class: 1, TagBased: 'True' },
      ],
    },
    'PostLinks.xml': {
      root: 'postlinks',
      rows: [{ Id: 31, CreationDate: at(5), PostId: 1, RelatedPostId: 5, LinkTypeId: 3 }],
    },
    'PostHistory.xml': {
      root: 'posthistory',
      rows: [
        { Id: 41, PostHistoryTypeId: 2, PostId: 1, RevisionGUID: 'x', CreationDate: at(2), UserId: 1, Text: 'first' },
        {
          Id: 42,
          PostHistoryTypeId: 5,
          PostId: 1,
          RevisionGUID: 'y',
          CreationDate: at(3),
          UserId: 1,
          Text: 'Why "so" & how?',
        },
        {
          Id: 43,
          PostHistoryTypeId: 10,
          PostId: 1,
          RevisionGUID: 'z',
          CreationDate: at(10),
          UserId: 2,
          Comment: 101,
          Text: '{"OriginalQuestionIds":[5],"Voters":[{"Id":2,"DisplayName":"Ben Bo"},{"Id":77,"DisplayName":"gone"}]}',
        },
        { Id: 44, PostHistoryTypeId: 19, PostId: 1, RevisionGUID: 'p', CreationDate: at(11), UserId: 2 },
        { Id: 45, PostHistoryTypeId: 14, PostId: 5, RevisionGUID: 'q', CreationDate: at(11), UserId: 2 },
        { Id: 46, PostHistoryTypeId: 15, PostId: 5, RevisionGUID: 'r', CreationDate: at(12), UserId: 2 },
      ],
    },
  };
}

/** Writes a dump's files into a folder. */
export function writeDump(folder: string, dump: ReturnType<typeof smallDump>): string {
  mkdirSync(folder, { recursive: true });
  for (const [file, { root, rows }] of Object.entries(dump)) writeFileSync(join(folder, file), fileOf(root, rows));
  return folder;
}
