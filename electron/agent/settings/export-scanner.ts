/** Value of an export as JSON text, with the names and indices that lead to it. */
export interface ScannedValue {
  path: readonly (string | number)[];
  json: string;
}

/** Maximum length of a value parsed at once: some ms of work. */
const MAX_VALUE_CHARS = 1_000_000;

/** Lists whose entries are separate values, by depth: of the export, and of each account in its history. */
const LISTS: Readonly<Record<number, readonly string[]>> = {
  1: ['watches', 'networks', 'history'],
  3: ['inbox', 'reputation', 'questions', 'mutedQuestions'],
};

interface Frame {
  isList: boolean;
  /** Name or index of the next value. */
  at: string | number;
  expectsName: boolean;
}

/** Patterns of the next character that matters; looking at each one takes long without V8's compilers. */
const IN_STRING = /["\\]/g;
const AFTER_SCALAR = /[\s,\]}]/g;
const IN_CONTAINER = /["{}[\]]/g;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Scanner that splits the text of an export, read in pieces, into values small enough to be parsed at once. It looks
 * only at brackets, quotes, colons and commas; `JSON.parse` and the schemas validate the values.
 */
export class ExportScanner {
  readonly #frames: Frame[] = [];
  /** Kind of the value being read, if any. */
  #within: 'string' | 'container' | 'scalar' | undefined;
  #isInString = false;
  #isEscaped = false;
  #depth = 0;
  /** Text of the value being read, from earlier pieces. */
  #text = '';
  #isOver = false;

  /** Whether the whole text was read. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /**
   * Reads the next piece.
   * @throws SyntaxError if the text is not a JSON object
   * @throws RangeError if a value is too long
   */
  *read(piece: string): Generator<ScannedValue> {
    let from = 0;
    for (let at = 0; at < piece.length; at++) {
      if (this.#within === undefined) {
        from = at;
        this.#between(piece[at]!);
        continue;
      }
      if (!this.#isEscaped) {
        const telling = this.#isInString ? IN_STRING : this.#within === 'scalar' ? AFTER_SCALAR : IN_CONTAINER;
        telling.lastIndex = at;
        at = telling.exec(piece)?.index ?? piece.length;
      }
      const end = at < piece.length ? this.#endOf(piece, at) : undefined;
      if (end === undefined) continue;
      const json = this.#text + piece.slice(from, end);
      this.#text = '';
      this.#within = undefined;
      yield* this.#value(json);
      // The character after a number or a word does not belong to it.
      at = end - 1;
    }
    if (this.#within !== undefined) this.#text += piece.slice(from);
    if (this.#text.length > MAX_VALUE_CHARS) throw new RangeError('a value is too long');
  }

  /** Returns the end of the value being read, if it ends at or before this character. */
  #endOf(piece: string, at: number): number | undefined {
    const code = piece.charCodeAt(at);
    if (this.#isInString) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (code === BACKSLASH) this.#isEscaped = true;
      else if (code === QUOTE) {
        this.#isInString = false;
        if (this.#within === 'string') return at + 1;
      }
      return undefined;
    }
    const character = piece[at]!;
    if (this.#within === 'scalar') return at;
    if (code === QUOTE) this.#isInString = true;
    else if (character === '{' || character === '[') this.#depth++;
    else if ((character === '}' || character === ']') && --this.#depth === 0) return at + 1;
    return undefined;
  }

  /** Processes a character between values. */
  #between(character: string): void {
    if (/[\s\uFEFF]/.test(character)) return;
    const frame = this.#frames.at(-1);
    if (!frame) {
      if (this.#isOver || character !== '{') throw new SyntaxError('no JSON object');
      this.#frames.push({ isList: false, at: '', expectsName: true });
    } else if (character === '}' || character === ']') {
      if (frame.isList !== (character === ']')) throw new SyntaxError('brackets that do not match');
      this.#frames.pop();
      this.#isOver = this.#frames.length === 0;
    } else if (character === ',') {
      if (frame.isList) frame.at = Number(frame.at) + 1;
      else frame.expectsName = true;
    } else if (character === ':') frame.expectsName = false;
    else this.#begin(character, frame);
  }

  /** Begins a name or a value. */
  #begin(character: string, frame: Frame): void {
    const isList = LISTS[this.#frames.length]?.includes(String(frame.at)) === true && !frame.isList;
    if (!frame.expectsName && character === '[' && isList) {
      this.#frames.push({ isList: true, at: 0, expectsName: false });
    } else if (character === '{' && this.#frames.length === 2 && this.#frames[0]!.at === 'history') {
      this.#frames.push({ isList: false, at: '', expectsName: true });
    } else if (character === '{' || character === '[') {
      this.#within = 'container';
      this.#depth = 1;
    } else if (character === '"') {
      this.#within = 'string';
      this.#isInString = true;
    } else this.#within = 'scalar';
  }

  *#value(json: string): Generator<ScannedValue> {
    if (json.length > MAX_VALUE_CHARS) throw new RangeError('a value is too long');
    const frame = this.#frames.at(-1)!;
    if (frame.expectsName) frame.at = String(JSON.parse(json));
    else yield { path: this.#frames.map(({ at }) => at), json };
  }
}
