/** Characters that steer a terminal, break a D-Bus string or reverse what stands beside them. */
const STEERING = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu;

/** Returns a text as one line without control, line-breaking and direction characters. */
export const plainLine = (text: string): string => text.replace(STEERING, ' ').toWellFormed();

/** Returns a text without control and direction characters, its line breaks kept. */
export const plainLines = (text: string): string => text.split('\n').map(plainLine).join('\n');
