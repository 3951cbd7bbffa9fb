/** Answer as received. */
export interface RawResponse {
  status: number;
  headers: Pick<Headers, 'get'>;
  text: string;
  /** Address that returned it. */
  address?: string | undefined;
  /** Target of a redirect that was not followed, if any. */
  leadsTo?: string | undefined;
}
