/** The third-party client brings no types of its own; this is as much of it as is used here. */
declare module 'stackexchange' {
  export type Told = { items: Record<string, unknown>[]; has_more: boolean } & Record<string, unknown>;
  export type Callback = (error: Error | undefined, told: Told) => void;
  type Criteria = Record<string, string | number>;

  export interface Client {
    questions: Record<
      'questions' | 'answers' | 'comments',
      (criteria: Criteria, callback: Callback, ids?: number[]) => void
    >;
    answers: Record<'answers' | 'comments', (criteria: Criteria, callback: Callback, ids?: number[]) => void>;
    users: Record<'users' | 'answers', (criteria: Criteria, ids: number[], callback: Callback) => void>;
    search: Record<'search' | 'advanced', (criteria: Criteria, callback: Callback) => void>;
  }

  const StackExchange: new (options: Partial<Record<'protocol' | 'api' | 'site' | 'version', string>>) => Client;
  export default StackExchange;
}
