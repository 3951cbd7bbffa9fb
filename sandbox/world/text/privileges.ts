/** What a user may do on a site from which reputation on. */
export interface PrivilegeText {
  reputation: number;
  short: string;
  description: string;
}

export const PRIVILEGE_TEXTS: readonly PrivilegeText[] = [
  { reputation: 1, short: 'ask and answer', description: 'Ask a question or write an answer' },
  { reputation: 5, short: 'talk on meta', description: 'Discuss the site itself on its meta site' },
  { reputation: 15, short: 'vote up', description: 'Mark questions and answers as useful' },
  { reputation: 20, short: 'chat', description: "Join the site's chat rooms" },
  { reputation: 50, short: 'comment everywhere', description: "Leave comments under other people's posts" },
  { reputation: 75, short: 'set bounties', description: 'Offer some of your reputation for an answer' },
  { reputation: 125, short: 'vote down', description: 'Mark questions and answers as not useful' },
  {
    reputation: 250,
    short: 'see close votes',
    description: 'View and cast votes to close or reopen your own questions',
  },
  { reputation: 500, short: 'review first posts', description: 'Look after the first posts of new users' },
  { reputation: 1000, short: 'see vote counts', description: 'View votes up & down apart, not only their sum' },
  { reputation: 2000, short: 'edit freely', description: 'Edit questions and answers without review' },
  { reputation: 3000, short: 'close and reopen', description: 'Vote to close, reopen or migrate any question' },
];
