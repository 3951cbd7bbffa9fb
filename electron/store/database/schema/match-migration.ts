/**
 * Adds matches of watches to the inbox items, with the same search, counts, read states and snoozes. The questions stay
 * in their table; triggers keep both in sync, so that code that writes questions need not update the list.
 *
 * Their positions are in the second half of a second's range, so that they never collide with an item from a backup.
 */
const MATCH_PLACES = 524_288;

const ITS_ITEM = (question: 'NEW' | 'OLD') =>
  `profile_id = ${question}.profile_id
    AND key = 'askbell_match|' || ${question}.site_id || '|' || ${question}.question_id`;

/** First position in the second in which a question matched. */
const FIRST_PLACE = `(min(max(coalesce(NEW.matched_at, NEW.created_at) / 1000, 0), 4294967295) * 1048576
  + ${MATCH_PLACES})`;

const LISTED = `
  INSERT INTO inbox_items (id, profile_id, key, item_type, site_id, site_name, icon_url, title, excerpt, link,
    created_at, first_seen_at, read_at, question_id, listed_at, tags, tags_withheld, watch_ids)
  SELECT
    (SELECT coalesce(max(id), ${FIRST_PLACE}) + 1 FROM inbox_items
       WHERE id >= ${FIRST_PLACE} AND id < ${FIRST_PLACE} + ${MATCH_PLACES}),
    NEW.profile_id, 'askbell_match|' || NEW.site_id || '|' || NEW.question_id, 'askbell_match', NEW.site_id,
    NEW.site_name,
    (SELECT s.icon_url FROM sites s JOIN profiles p ON p.network = s.network
       WHERE p.id = NEW.profile_id AND s.id = NEW.site_id),
    NEW.title, '', NEW.link, NEW.created_at, NEW.first_seen_at, NEW.read_at, NEW.question_id,
    coalesce(NEW.matched_at, NEW.created_at), NEW.tags, 1, NEW.watch_ids
  WHERE NEW.watch_ids <> '[]' AND NOT EXISTS (SELECT 1 FROM inbox_items WHERE ${ITS_ITEM('NEW')});
  UPDATE inbox_items SET watch_ids = NEW.watch_ids, read_at = NEW.read_at
    WHERE ${ITS_ITEM('NEW')} AND (watch_ids <> NEW.watch_ids OR read_at IS NOT NEW.read_at);`;

export const MATCH_MIGRATION = `
  /** The watches that found it, a JSON array; empty for what came to the inbox. */
  ALTER TABLE inbox_items ADD COLUMN watch_ids TEXT NOT NULL DEFAULT '[]';
  CREATE TRIGGER match_added AFTER INSERT ON questions WHEN NEW.watch_ids <> '[]' BEGIN ${LISTED}
  END;
  CREATE TRIGGER match_changed AFTER UPDATE OF watch_ids, matched_at, read_at ON questions BEGIN
  DELETE FROM inbox_items WHERE NEW.watch_ids = '[]' AND ${ITS_ITEM('NEW')}; ${LISTED}
  END;
  CREATE TRIGGER match_removed AFTER DELETE ON questions BEGIN
  DELETE FROM inbox_items WHERE ${ITS_ITEM('OLD')};
  END;
  CREATE TRIGGER match_read AFTER UPDATE OF read_at ON inbox_items
    WHEN NEW.item_type = 'askbell_match' AND NEW.read_at IS NOT OLD.read_at BEGIN
  UPDATE questions SET read_at = NEW.read_at
    WHERE profile_id = NEW.profile_id AND site_id = NEW.site_id AND question_id = NEW.question_id
      AND read_at IS NOT NEW.read_at;
  END;
  UPDATE questions SET watch_ids = watch_ids WHERE watch_ids <> '[]';
`;
