import { neededTime, neededWhole } from './fields.ts';
import type { DumpTable } from './table.ts';

export const postLinks: DumpTable = {
  file: 'PostLinks.xml',
  parts: ['links'],
  columns: ['Id', 'CreationDate', 'PostId', 'RelatedPostId', 'LinkTypeId'],
  into({ db, siteId }) {
    const insert = db.prepare(
      'INSERT INTO post_links (site_id, id, post_id, related_post_id, link_type, created_at) VALUES (?, ?, ?, ?, ?, ?)',
    );
    return ([id, created, postId, related, type]) => {
      insert.run(
        siteId,
        neededWhole('Id', id),
        neededWhole('PostId', postId),
        neededWhole('RelatedPostId', related),
        neededWhole('LinkTypeId', type),
        neededTime('CreationDate', created),
      );
    };
  },
};
