import { expect, it } from 'vitest';
import { htmlOfMarkdown, inlineHtml } from '../../../sandbox/world/html-of-markdown.ts';
import { markdownOf } from '../../../sandbox/world/text-of-html.ts';
import { site, startNetwork } from '../support/network.ts';

it.each([
  ['One\nline.\n\nTwo & <three>.', '<p>One\nline.</p>\n<p>Two &amp; &lt;three&gt;.</p>'],
  ['Use `a < b`, **now** and *then*.', '<p>Use <code>a &lt; b</code>, <strong>now</strong> and <em>then</em>.</p>'],
  ['``a ` b`` and `*c*`', '<p><code>a ` b</code> and <code>*c*</code></p>'],
  ['So:\n\n    if (a)\n\n      *b*;\n\nEnd', '<p>So:</p>\n<pre><code>if (a)\n\n  *b*;\n</code></pre>\n<p>End</p>'],
  ['So:\n```js\nif (a)\n\n  b;\n```\nEnd', '<p>So:</p>\n<pre><code>if (a)\n\n  b;\n</code></pre>\n<p>End</p>'],
  [' - one\n - two *too*\n\nEnd', '<ul>\n<li>one</li>\n<li>two <em>too</em></li>\n</ul>\n<p>End</p>'],
  ['1. one\n   more\n2. two', '<ol>\n<li>one\nmore</li>\n<li>two</li>\n</ol>'],
  ['- one\n  - in it', '<ul>\n<li><p>one</p>\n<ul>\n<li>in it</li>\n</ul></li>\n</ul>'],
  ['> said\n> \n> again\n\nSo.', '<blockquote>\n<p>said</p>\n<p>again</p>\n</blockquote>\n<p>So.</p>'],
  ['## A *title* ##\n\n---\n\na  \nb', '<h2>A <em>title</em></h2>\n<hr>\n<p>a<br>\nb</p>'],
  ['snake_case_name and 2 * 3 * 4, \\*so\\*', '<p>snake_case_name and 2 * 3 * 4, *so*</p>'],
  ['<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
  ['[x](javascript:alert)', '<p>[x](javascript:alert)</p>'],
  ['[x](https://x.example/"onclick="a)', '<p>[x](https://x.example/"onclick="a)</p>'],
  ['&lt; and AT&T', '<p>&lt; and AT&amp;T</p>'],
  ['', ''],
])('%j becomes %j', (markdown, html) => {
  const bare = htmlOfMarkdown(markdown).replaceAll(/<a href="(https:[^"]*)" rel="[\w ]+">([^<]*)<\/a>/g, '$1');
  expect(bare).toBe(html);
});

const link = (address: string, shown: string) => `<a href="${address}" rel="nofollow noreferrer">${shown}</a>`;
const there = 'https://x.example/?a=1&amp;b_c_d=2';
it.each([
  ['[*there*](https://x.example/?a=1&b_c_d=2)', link(there, '<em>there</em>')],
  ['See https://x.example/?a=1&b_c_d=2.', `See ${link(there, there)}.`],
  ['<https://x.example/?a=1&b_c_d=2>', link(there, there)],
  ['# no title\n- no list', '# no title\n- no list'],
])('in a comment %j becomes %j', (markdown, html) => expect(inlineHtml(markdown)).toBe(html));

it.each(['>', '- ', '*a ', '`', '[', '**', '1. ', '# ', '_a ', '&', '```\n'])('many of %j are no trouble', (sign) => {
  const began = performance.now();
  expect(htmlOfMarkdown(sign.repeat(30_000 / sign.length))).not.toBe('');
  expect(performance.now() - began).toBeLessThan(5000);
});

it.each(['One.\n\nTwo *and* `three`.', ' - one\n - two', '> said', '    code\n    more', '## Title'])(
  '%j is what its HTML is written as',
  (markdown) => expect(markdownOf(htmlOfMarkdown(markdown)).trim()).toBe(markdown.trim()),
);

it.each([
  ['<p>One.</p>\n<p>Two &amp; &lt;three&gt;.</p>', 'One.\n\nTwo & <three>.'],
  ['<p>Use <code>a &lt; b</code>, <strong>now</strong> and <em>then</em>.</p>', 'Use `a < b`, **now** and *then*.'],
  ['<p>So:</p>\n<pre><code>if (a)\n\n  *b*;\n</code></pre>\n<p>End</p>', 'So:\n\n    if (a)\n\n      *b*;\n\nEnd'],
  ['<pre><code># $&amp; [x](y) `z`</code></pre>', '    # $& [x](y) `z`'],
  ['<ul><li>one</li><li>two <em>too</em></li></ul>', ' - one\n - two *too*'],
  ['<ol><li>one</li><li>two</li></ol><p>End</p>', ' 1. one\n 2. two\n\nEnd'],
  ['<p><a href="https://x.example/?a=1&amp;b=2" rel="nofollow">there</a></p>', '[there](https://x.example/?a=1&b=2)'],
  ['<blockquote><p>said</p><p>again</p></blockquote><p>So.</p>', '> said\n> \n> again\n\nSo.'],
  ['<h2>Title</h2><hr><p>a<br>b</p>', '## Title\n\n---\n\na  \nb'],
  ['<p>Press <kbd>Esc</kbd></p>', 'Press <kbd>Esc</kbd>'],
  ['no tags, no &quot;', 'no tags, no "'],
])('%j is written as %j', (html, markdown) => expect(markdownOf(html)).toBe(markdown));

it('demo posts and comments have it through the API, also after an edit', async () => {
  const network = await startNetwork();
  const include = 'question.body_markdown;comment.body_markdown;answer.body_markdown';
  const filter = await network.filter({ include, unsafe: 'true' });
  for (const path of ['/questions', '/answers', '/comments']) {
    const items = await network.items(path, { filter });
    expect(items.length).toBeGreaterThan(10);
    for (const item of items) expect(item['body_markdown']).toMatch(/\S/);
    for (const item of items) expect(item['body_markdown']).not.toMatch(/<\/?(?:p|code|pre|li)>/);
  }
  const postId = network.ask({});
  const edit = { site, userId: network.member(site), postId, body: '<p>How, <em>then</em>?</p>' };
  network.world.actions.edit(edit);
  expect(await network.items(`/questions/${postId}`, { filter })).toMatchObject([{ body_markdown: 'How, *then*?' }]);
});
