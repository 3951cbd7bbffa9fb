import { z } from 'zod';

/** A yes or no as clients send it. */
export const YesOrNo = z
  .string()
  .toLowerCase()
  .pipe(z.enum(['true', 'false', '1', '0']))
  .transform((sent) => sent === 'true' || sent === '1');

/** A whole number within what the API calls an integer. */
export const Whole = z
  .string()
  .regex(/^-?\d{1,10}$/)
  .transform(Number)
  .pipe(z.int32());

/** A date in epoch seconds. */
export const EpochSeconds = z
  .string()
  .regex(/^\d{1,12}$/)
  .transform(Number)
  .pipe(z.number().max(253_402_300_799));

/** Text to look for; a NUL would end the query of the full text. */
export const SearchText = z
  .string()
  .max(1000)
  .transform((text) => text.replaceAll('\0', ' '));

/** Words separated by `;`. */
export const List = z.string().transform((sent) =>
  sent
    .split(';')
    .map((word) => word.trim())
    .filter(Boolean),
);
