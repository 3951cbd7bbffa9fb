import { expect, test } from 'vitest';
import { markdownOf } from '../../../sandbox/world/text-of-html.ts';
import { site, startNetwork } from '../support/network.ts';

test.each([
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

test('demo posts and comments have it through the API, also after an edit', async () => {
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
