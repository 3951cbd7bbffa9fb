/**
 * Preloaded into the shell that the pictures are taken of: its clock begins at noon of one day and ticks on from there,
 * so that the same things are the same age in every run.
 */
const offset = Number(process.env['ASKBELL_TEST_NOON']) - Date.now();
const SystemDate = Date;

class DateFromNoon extends SystemDate {
  constructor(...parts: [] | [number | string | Date]) {
    if (parts.length === 0) super(SystemDate.now() + offset);
    // With several numbers a local time is meant; TypeScript knows one of Date's ways to be made only.
    else super(...parts);
  }

  static override now(): number {
    return SystemDate.now() + offset;
  }
}

globalThis.Date = DateFromNoon as DateConstructor;
