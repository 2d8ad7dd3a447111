const describePictures = (count: number, why: string): string =>
  `${count.toLocaleString("en")} ${count === 1 ? "picture" : "pictures"} ${why} ${count === 1 ? "It's a link" : "They're links"} in the file.`;

/** Explains missing pictures, one sentence per reason. */
export const describeMissingPictures = ({ failed, beyond }: Pick<PictureResults, "failed" | "beyond">): string[] => [
  ...(failed > 0 ? [describePictures(failed, "couldn't be loaded.")] : []),
  ...(beyond > 0 ? [describePictures(beyond, "didn't fit into the file, or took too long.")] : []),
];

/** Results of fetching a report's pictures, counted by distinct address. */
export type PictureResults = {
  /** Could not be fetched, or aren't pictures. */
  failed: number;
  /** Exceeded the file's limit for size or time. */
  beyond: number;
  /** SHA-256 (hex) of all addresses and their pictures, in any order of rows. */
  hash: string;
};
