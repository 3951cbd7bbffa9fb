/** Reads a mark; its values are the profile and the name. Asked dozens of times for each poll. */
export const READ_MARK = 'SELECT value FROM marks WHERE profile_id = ? AND name = ?';

/** Keeps a mark; see `ProfileHistory.setMark`. Its values begin with the profile and the name. */
export const SET_MARK =
  'INSERT INTO marks (profile_id, name, value) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value';

/** Removes a mark; its values are the profile and the name. */
export const DELETE_MARK = 'DELETE FROM marks WHERE profile_id = ? AND name = ?';
