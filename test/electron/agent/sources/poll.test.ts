import { expect, it } from 'vitest';
import { plausibleDate } from '../../../../electron/agent/sources/poll.ts';

const NOW = Date.UTC(2026, 5, 1, 9);
const DAY_MS = 86_400_000;

it.each([
  ['an hour ago', NOW - 3_600_000],
  ['the first day of 2008', Date.UTC(2008, 0)],
  ['a day ahead', NOW + DAY_MS],
])('keeps %s', (_name, date) => expect(plausibleDate(date, NOW)).toBe(date));

it.each([
  ['1970', 0],
  ['the last ms of 2007', Date.UTC(2008, 0) - 1],
  ['more than a day ahead', NOW + DAY_MS + 1],
  ['the year 9999', Date.UTC(9999, 11, 31)],
])('counts %s as now', (_name, date) => expect(plausibleDate(date, NOW)).toBe(NOW));
