/** What became of the pictures of a file, by different addresses; told in its export. */
export type PicturesTold = {
  /** Could not be fetched, or are none. */
  failed: number;
  /** Beyond what one file may hold, or wait for. */
  beyond: number;
  /** SHA-256 (hex) of all addresses, and of what each showed: two files of one hash have the same pictures, in whatever order their rows stand. */
  hash: string;
};
