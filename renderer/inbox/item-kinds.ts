/**
 * The kinds of inbox item that the public service names, in words. The set is open (public documentation, inbox-item):
 * a kind not listed here is shown as its own name, spelt out.
 */
const kinds: Record<string, string> = {
  comment: 'Comment',
  new_answer: 'New answer',
  chat_message: 'Chat message',
  careers_message: 'Careers message',
  careers_invitations: 'Careers invitation',
  meta_question: 'Meta question',
  post_notice: 'Post notice',
  moderator_message: 'Moderator message',
  question_update: 'Question update',
  followed_post_activity: 'Followed post',
  subcommunity_endorsement: 'Endorsement',
  subcommunity_leaderboard: 'Leaderboard',
  staging_ground: 'Staging Ground',
};

/** Takes a network's own name (`new_answer`); gives words (`New answer`). */
export function spellOut(name: string): string {
  const words = name.replaceAll(/[_\s]+/g, ' ').trim();
  return words === '' ? 'Other' : words.charAt(0).toUpperCase() + words.slice(1);
}

export function itemKind(itemType: string): string {
  return Object.hasOwn(kinds, itemType) ? (kinds[itemType] ?? itemType) : spellOut(itemType);
}
