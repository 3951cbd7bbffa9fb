import { createWriteStream, mkdirSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { createRandom } from '../../sandbox/world/random.ts';

const words =
  'garden bridge window letter winter paper metal river engine signal button carpet ladder mirror needle pepper rocket saddle thread violin wheel yellow basket candle'.split(
    ' ',
  );
const escape = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#xA;');
const time = (minutes: number) => new Date(Date.UTC(2019, 0, 1) + minutes * 60_000).toISOString().slice(0, -1);

/** Of what there is one, or so many, for each question; near what a published dump of a small site has. */
const ROWS_PER_POST = { users: 5, votes: 21, comments: 4, badges: 11 } as const;
const TAG_COUNT = 300;

/**
 * Writes a dump of about that size, whose files have the shares of a published one.
 * @returns the bytes written
 */
export async function writeDump(folder: string, megabytes: number): Promise<number> {
  mkdirSync(folder, { recursive: true });
  const random = createRandom(3);
  const prose = (count: number) =>
    Array.from({ length: count }, () => words[random.integer(0, words.length - 1)] ?? '').join(' ');
  const files = ['Users', 'Tags', 'Posts', 'Votes', 'Comments', 'Badges', 'PostHistory', 'PostLinks'] as const;
  const streams = new Map(files.map((name) => [name, createWriteStream(join(folder, `${name}.xml`))]));
  let written = 0;
  const write = async (name: (typeof files)[number], text: string) => {
    const stream = streams.get(name);
    written += Buffer.byteLength(text);
    if (stream && !stream.write(text)) await once(stream, 'drain');
  };
  const row = (name: (typeof files)[number], attributes: Record<string, string | number>) =>
    write(
      name,
      `  <row ${Object.entries(attributes)
        .map(([key, value]) => `${key}="${escape(String(value))}"`)
        .join(' ')} />\r\n`,
    );
  for (const name of files)
    await write(name, `\ufeff<?xml version="1.0" encoding="utf-8"?>\r\n<${name.toLowerCase()}>\r\n`);
  for (let id = 1; id <= TAG_COUNT; id += 1) await row('Tags', { Id: id, TagName: `tag-${id}`, Count: 10 });
  let vote = 0;
  let comment = 0;
  let badge = 0;
  let user = 0;
  let history = 0;
  for (let post = 1; written < megabytes * 1e6; post += 3) {
    for (let number = 0; number < ROWS_PER_POST.users; number += 1)
      await row('Users', {
        Id: (user += 1),
        Reputation: random.integer(1, 5000),
        CreationDate: time(post),
        DisplayName: prose(2),
        LastAccessDate: time(post + 9000),
        AboutMe: `<p>${prose(90)}</p>\n<p>${prose(20)} <a href="https://people.example/?a=1&b=2" rel="nofollow">so</a></p>`,
        Views: 3,
        UpVotes: 1,
        DownVotes: 0,
        AccountId: user,
      });
    const owner = () => random.integer(1, user);
    for (let id = post; id < post + 3; id += 1) {
      const body = `<p>${prose(60)}</p>\n\n<p>"${prose(70)}" & <em>${prose(40)}</em></p>\n`;
      const isQuestion = id === post;
      await row('Posts', {
        Id: id,
        PostTypeId: isQuestion ? 1 : 2,
        ...(isQuestion ? { AcceptedAnswerId: id + 1 } : { ParentId: post }),
        CreationDate: time(id),
        Score: 5,
        ...(isQuestion ? { ViewCount: 80 } : {}),
        Body: body,
        OwnerUserId: owner(),
        LastActivityDate: time(id + 30),
        ...(isQuestion
          ? {
              Title: prose(9),
              Tags: `<tag-${random.integer(1, TAG_COUNT)}><tag-${random.integer(1, TAG_COUNT)}>`,
              AnswerCount: 2,
            }
          : {}),
        CommentCount: 1,
        ContentLicense: 'CC BY-SA 4.0',
      });
      for (let revision = 0; revision < 2; revision += 1)
        await row('PostHistory', {
          Id: (history += 1),
          PostHistoryTypeId: revision === 0 ? 2 : 5,
          PostId: id,
          RevisionGUID: '00000000-0000-4000-8000-000000000000',
          CreationDate: time(id + revision),
          UserId: owner(),
          Text: `${prose(60)}\r\n\r\n"${prose(70)}" & *${prose(40)}*`,
          ContentLicense: 'CC BY-SA 4.0',
        });
    }
    const any = () => post + random.integer(0, 2);
    await row('Votes', {
      Id: (vote += 1),
      PostId: post + 1,
      VoteTypeId: 1,
      CreationDate: `${time(post).slice(0, 10)}T00:00:00.000`,
    });
    for (let number = 1; number < ROWS_PER_POST.votes; number += 1)
      await row('Votes', {
        Id: (vote += 1),
        PostId: any(),
        VoteTypeId: number % 8 === 0 ? 3 : 2,
        CreationDate: `${time(post).slice(0, 10)}T00:00:00.000`,
      });
    for (let number = 0; number < ROWS_PER_POST.comments; number += 1)
      await row('Comments', {
        Id: (comment += 1),
        PostId: any(),
        Score: 0,
        Text: `${prose(40)} *${prose(2)}*`,
        CreationDate: time(post + 5),
        UserId: owner(),
        ContentLicense: 'CC BY-SA 4.0',
      });
    for (let number = 0; number < ROWS_PER_POST.badges; number += 1)
      await row('Badges', {
        Id: (badge += 1),
        UserId: owner(),
        Name: `Badge ${number}`,
        Date: time(post),
        Class: 3,
        TagBased: 'False',
      });
  }
  for (const name of files) {
    await write(name, `</${name.toLowerCase()}>\r\n`);
    const stream = streams.get(name);
    stream?.end();
    if (stream) await once(stream, 'finish');
  }
  return written;
}
