/** Maximum depth of an answer: a question with its owner and their badges is five deep. */
const MAX_DEPTH = 50;
/**
 * Maximum number of names, values, brackets, escapes and entities: a thousand sites have 50,000, a hundred posts fewer.
 */
const MAX_TOKENS = 60_000;
/** Number of tokens that an HTML entity counts as, since decoding it takes longer than reading a value. */
const ENTITY_TOKENS = 4;
/** Number of names after which at most `MAX_OTHER_NAMES` may be new: each that no other object has takes 5 µs. */
const MANY_NAMES = 4000;
const MAX_OTHER_NAMES = 500;

/**
 * Pattern of a whole string with the mark after it, another mark, or the start of a string with escapes or entities.
 */
const OUTSIDE_STRING = /"[^"\\&]*"\s*[:,\]}]|["[\]{},]/g;
/** Pattern of an escape, an entity, or the end of the string, with the colon after it if it is a name. */
const INSIDE_STRING = /"\s*:?|[\\&]/g;

/**
 * Parses JSON within the depth and size of an answer; returns undefined for any other text. A text of 6 MB may contain
 * three million nested lists, which take a second and 300 MB.
 */
export function parseJson(text: string): unknown {
  if (!new JsonScan(text).isBounded()) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Scan of a text in one pass. The patterns find each token natively. */
class JsonScan {
  readonly #text: string;
  readonly #otherNames = new Set<string>();
  #at = 0;
  #tokens = 0;
  #depth = 0;
  #names = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Whether depth, tokens and names are within their limits. */
  isBounded(): boolean {
    while (this.#tokens <= MAX_TOKENS && this.#depth <= MAX_DEPTH && this.#otherNames.size <= MAX_OTHER_NAMES) {
      const mark = this.#next(OUTSIDE_STRING);
      if (mark === undefined) return true;
      if (mark === '[' || mark === '{') this.#depth++;
      else if (mark === ']' || mark === '}') this.#depth--;
      else if (mark === ':') this.#countName(this.#text.lastIndexOf('"', this.#text.lastIndexOf('"', this.#at) - 1));
      else if (mark === '"') this.#skipString();
    }
    return false;
  }

  /** Skips the rest of a string with escapes or entities. */
  #skipString(): void {
    const start = this.#at;
    while (this.#tokens <= MAX_TOKENS) {
      const mark = this.#next(INSIDE_STRING);
      if (mark === '\\') this.#at++;
      else if (mark === '&') this.#tokens += ENTITY_TOKENS;
      else {
        if (mark === ':') this.#countName(start);
        return;
      }
    }
  }

  /** Finds the next token; returns its last character. */
  #next(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    if (!pattern.test(this.#text)) return undefined;
    this.#at = pattern.lastIndex;
    this.#tokens++;
    return this.#text[this.#at - 1];
  }

  /** Counts a name that begins at `start` and has just been passed. */
  #countName(start: number): void {
    if (++this.#names > MANY_NAMES) this.#otherNames.add(this.#text.slice(start, this.#at));
  }
}
