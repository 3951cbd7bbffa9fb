/** Postject has no types of its own. */
declare module 'postject' {
  /** Puts a resource into the note section of a program's file, and says in its fuse that there is one. */
  export function inject(
    file: string,
    resource: string,
    data: Buffer,
    options: { sentinelFuse: string },
  ): Promise<void>;
}
