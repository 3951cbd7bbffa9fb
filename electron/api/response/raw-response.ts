/** An answer as it came over the wire. */
export interface RawResponse {
  status: number;
  headers: Pick<Headers, 'get'>;
  text: string;
  /** The address that gave it. */
  address?: string | undefined;
  /** Where it sends the request, if anywhere; that was not followed. */
  leadsTo?: string | undefined;
}
