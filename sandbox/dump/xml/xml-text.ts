const NAMED_ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** Stands in for a character that no text can hold: NUL, half of a pair, or beyond Unicode. */
const REPLACEMENT_CHARACTER = '\ufffd';

function character(code: number): string {
  return code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)
    ? REPLACEMENT_CHARACTER
    : String.fromCodePoint(code);
}

/**
 * The text that an XML attribute's source stands for: references resolved, line breaks and tabs written as such become
 * blanks (XML 1.0, section 3.3.3). Control characters by number, which XML forbids and dumps have, are let through.
 * @returns undefined where `&` begins no known reference
 */
export function attributeText(source: string): string | undefined {
  if (!/[&\t\n\r]/.test(source)) return source;
  let known = true;
  const text = source
    .replace(/\r\n|[\t\n\r]/g, ' ')
    .replace(
      /&(?:#(\d{1,10})|#x([\da-fA-F]{1,8})|([a-z]{2,4}));|&/g,
      (whole, decimal?: string, hex?: string, name?: string) => {
        if (decimal !== undefined) return character(Number(decimal));
        if (hex !== undefined) return character(Number.parseInt(hex, 16));
        const plain = name === undefined ? undefined : NAMED_ENTITIES[name];
        if (plain === undefined) known = false;
        return plain ?? whole;
      },
    );
  return known ? text : undefined;
}
