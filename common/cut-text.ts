/**
 * Cuts a text to `longest` code points, so that no pair of surrogates is split; a lone one becomes U+FFFD. The result
 * is a copy, because a part of a text would keep all of it in memory.
 */
export function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text.isWellFormed() ? text : text.toWellFormed();
  const start = text.slice(0, longest);
  if (!/[\ud800-\udfff]/.test(start)) return copied(start);
  let end = 0;
  for (let count = 0; count < longest && end < text.length; count++)
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  if (end >= text.length) return text.toWellFormed();
  return copied(text.slice(0, end).toWellFormed());
}

const copied = (part: string): string => part.split('').join('');
