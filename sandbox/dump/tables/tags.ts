import { flag, neededWhole, RowError, whole } from './fields.ts';
import type { DumpTable } from './table.ts';

/** Stands for the count of a tag that questions carry and the file of tags does not have, until it is counted. */
export const UNCOUNTED = -1;

export const tags: DumpTable = {
  file: 'Tags.xml',
  parts: ['tags'],
  columns: ['Id', 'TagName', 'Count', 'IsRequired', 'IsModeratorOnly', 'ExcerptPostId', 'WikiPostId'],
  into({ db, siteId, tags: known }) {
    const insert = db.prepare(
      `INSERT INTO tags (site_id, id, name, count, is_required, is_moderator_only, excerpt_post_id, wiki_post_id)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    return ([idText, name, count, isRequired, isModeratorOnly, excerpt, wiki]) => {
      const id = neededWhole('Id', idText);
      if (!name) throw new RowError('it has no TagName');
      insert.run(
        siteId,
        id,
        name,
        whole('Count', count) ?? 0,
        flag(isRequired),
        flag(isModeratorOnly),
        whole('ExcerptPostId', excerpt),
        whole('WikiPostId', wiki),
      );
      known.set(name, id);
    };
  },
};
