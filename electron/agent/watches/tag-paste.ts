/** A watch for any of some tags holds no more than this many (contract, `WatchRule`). */
export const mostTags = 100;

/** Characters that no tag holds, so they stand between tags: spaces, commas, brackets, quotation marks, bullets and so on. */
const between = /[\s,;|/\\<>()[\]{}"“”„‘’«»‹›`´•·…\u200b\ufeff]+/u;

/** A page of tagged questions names its tags in its address, joined by "+", "or" and "and". */
function tagsOfAddress(address: string): string {
  const named = /\/tagged\/([^/?#\s]+)/i.exec(address)?.[1] ?? '';
  try {
    return named
      .split('+')
      .map((tag) => decodeURIComponent(tag))
      .filter((tag) => !/^(?:or|and)$/i.test(tag))
      .join(' ');
  } catch {
    return '';
  }
}

/**
 * Reads the tags of a text that somebody pasted, whatever stands between them: lists, `<a><b>`, `[a]`, `#a`, a profile's
 * "python × 12", addresses of tagged questions. Gives them in lower case, in order, none twice.
 */
export function pastedTags(text: string): string[] {
  const plain = text
    .normalize('NFC')
    .replace(/https?:\/\/\S+/gi, (address) => ` ${tagsOfAddress(address)} `)
    .replace(/[×✕]\s*[\d.,]+\s?k?/giu, ' ');
  const tags = new Set<string>();
  for (const word of plain.split(between)) {
    // "1." and "2)" number a list; "#" marks a tag in front of it and is part of it behind.
    if (/^\d+[.:]$/.test(word)) continue;
    const tag = word
      .toLowerCase()
      .replace(/^[#'’:=×]+/u, '')
      .replace(/[.:!?'’=×]+$/u, '')
      .replace(/\*+/g, '*');
    if (/[\p{L}\p{N}]/u.test(tag) && tag.length <= 100) tags.add(tag);
  }
  return [...tags];
}
