import { z } from 'zod';

/** Letters, digits and `.#+-_`, not more than 35 (docs/api.md, "Tags and search"). */
const TAG_PATTERN = /^[\p{L}\p{M}\p{N}.#+_-]{1,35}$/u;

/** As of any vector (docs/api.md, "Vectors"). */
const MAX_NAMES = 100;

/** Tag names as sent, separated by `;`, in lower case; what cannot be a tag is refused. */
export const TagNames = z
  .string()
  .transform((sent) => [
    ...new Set(
      sent
        .toLowerCase()
        .split(';')
        .map((name) => name.trim())
        .filter(Boolean)
        // Vectors are the same in any order (docs/api.md, "Throttling").
        .toSorted(),
    ),
  ])
  .refine((names) => names.length <= MAX_NAMES && names.every((name) => TAG_PATTERN.test(name)));
