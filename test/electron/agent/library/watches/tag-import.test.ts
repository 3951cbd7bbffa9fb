import { fc, it } from '@fast-check/vitest';
import { expect } from 'vitest';
import { pastedTags } from '../../../../../electron/agent/library/watches/tag-import.ts';

it.each([
  ['python, java; c#\tc++\n.net', ['python', 'java', 'c#', 'c++', '.net']],
  ['<loops><while-loop>', ['loops', 'while-loop']],
  ['|loops|while-loop|', ['loops', 'while-loop']],
  ['[node.js] [objective-c++]', ['node.js', 'objective-c++']],
  ['- Python\n- Java\n* rust', ['python', 'java', 'rust']],
  ['1. python\n2. java', ['python', 'java']],
  ['#python #c# #.net', ['python', 'c#', '.net']],
  ['python × 1,234\njava×12k', ['python', 'java']],
  ['"python", \'java\' and “go”.', ['python', 'java', 'and', 'go']],
  ['python-* *-api **', ['python-*', '*-api']],
  ['https://example.com/questions/tagged/c%2b%2b+or+python?tab=new', ['c++', 'python']],
  ['PYTHON python Python', ['python']],
  ['', []],
  [' , ; \n | ', []],
  ['日本語, größe', ['日本語', 'größe']],
])('pasted tags: %j', (text, tags) => expect(pastedTags(text)).toEqual(tags));

const tag = fc.stringMatching(/^[.]?[a-z][a-z0-9]{0,8}(?:-[a-z0-9]{1,4}|\.js|\+\+|#)?$/);
const gap = fc.constantFrom(',', '; ', ' ', '\r\n', '\t', ' | ', '><', '] [', '", "', ' · ', '\n- ', '\n• ', ' #');

it.prop([fc.uniqueArray(tag, { maxLength: 40 }), fc.infiniteStream(gap)])(
  'pasted tags: come out as they went in, whatever stands between them',
  (tags, separators) => {
    const text = tags.map((name) => name + (separators.next().value as string)).join('');
    expect(pastedTags(text)).toEqual(tags);
  },
);
