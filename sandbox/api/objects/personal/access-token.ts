import { number, text, words, type ObjectType } from '../object-type.ts';

export const accessToken: ObjectType = {
  name: 'access_token',
  always: ['access_token', 'account_id', 'scope'],
  fields: {
    access_token: text('$.token'),
    account_id: number('$.account_id'),
    expires_on_date: number('$.expires_at'),
    scope: words('$.scopes'),
  },
};
