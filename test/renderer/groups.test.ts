import { describe, expect, it } from 'vitest';
import { placed } from '../../renderer/inbox/groups.ts';
import { inboxOf } from './fake-agent-data.ts';

describe('entries by day and site', () => {
  it('are the same ones, whether placed anew or one more at a time', () => {
    const entries = inboxOf(200);
    for (let count = 199; count >= 0; count -= 7) {
      const some = entries.slice(count);
      const fresh = some.map((entry) => ({ ...entry }));
      expect(placed(some, false)).toEqual(placed(fresh, false));
      expect(placed(some, true)).toEqual(placed(fresh, true));
    }
    // What went from the middle of a day, or its end, is gone.
    const gone = entries.filter((_, index) => index % 5 !== 3);
    expect(placed(gone, false)).toEqual(
      placed(
        gone.map((entry) => ({ ...entry })),
        false,
      ),
    );
    const cut = entries.slice(0, 10);
    expect(
      placed(cut, false)
        .map(({ entry }) => entry.key)
        .toSorted(),
    ).toEqual(cut.map(({ key }) => key).toSorted());
  });
});
