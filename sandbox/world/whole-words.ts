const BETWEEN_WORDS = /[^\p{L}\p{N}+#]+/gu;

/** A text in small letters with one space around each of its words; `C#` and `c++` are words. */
export const wholeWords = (text: string): string => ` ${text.toLowerCase().replace(BETWEEN_WORDS, ' ').trim()} `;
