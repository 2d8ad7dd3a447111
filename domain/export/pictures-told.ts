const sentence = (count: number, why: string): string =>
  `${count.toLocaleString("en")} ${count === 1 ? "picture" : "pictures"} ${why} ${count === 1 ? "It's a link" : "They're links"} in the file.`;

/** Says how many pictures a file lacks and why, a sentence for each reason; none where it has all. */
export const missingPictures = ({ failed, beyond }: Pick<PicturesTold, "failed" | "beyond">): string[] => [
  ...(failed > 0 ? [sentence(failed, "couldn't be loaded.")] : []),
  ...(beyond > 0 ? [sentence(beyond, "didn't fit into the file, or took too long.")] : []),
];

/** What became of the pictures of a file, by different addresses; told in its export. */
export type PicturesTold = {
  /** Could not be fetched, or are none. */
  failed: number;
  /** Beyond what one file may hold, or wait for. */
  beyond: number;
  /** SHA-256 (hex) of all addresses, and of what each showed: two files of one hash have the same pictures, in whatever order their rows stand. */
  hash: string;
};
