/** Which fields an answer carries (docs/api.md, "Filters"). */
export interface Filter {
  /** Names the filter among all; compiled objects are kept under it. */
  readonly name: string;
  /** Minted by another service, so that nobody here can know what it selects. */
  readonly foreign: boolean;
  /** Strings come as they are, not made safe for HTML. */
  readonly unsafe: boolean;
  /** Whether a field of the wrapper, e.g. `total`, is carried. */
  wrapper(field: string): boolean;
  /** Whether a field that came with a later version is carried in earlier ones, too. */
  early(type: string, field: string): boolean;
  /** Whether a field of an object is carried; `inDefault` is the field's own mark. */
  includes(type: string, field: string, inDefault: boolean): boolean;
}
