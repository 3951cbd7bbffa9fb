/** A site on the wire. */
export const siteOnWire = (id: string) => ({ api_site_parameter: id, name: id, site_url: `https://${id}.example` });

/** An account on the wire, at the site of this name. */
export const accountOnWire = (user_id: number, name: string) => {
  return { account_id: 1, user_id, site_url: `https://${name}.example`, site_name: name, reputation: user_id };
};

/** A question on the wire. */
export const questionOnWire = (question_id: number, askedAt: number, part: object = {}) => {
  return { question_id, creation_date: Math.floor(askedAt / 1000), title: `Q${question_id}`, tags: ['a'], ...part };
};

/** An unread comment on the wire. */
export const commentOnWire = (comment_id: number, createdAt: number, part: object = {}) => ({
  item_type: 'comment',
  creation_date: Math.floor(createdAt / 1000),
  title: `item ${comment_id}`,
  link: `https://s.example/c/${comment_id}`,
  comment_id,
  is_unread: true,
  site: siteOnWire('s'),
  ...part,
});
