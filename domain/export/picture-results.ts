const describePictures = (count: number, why: string): string =>
  `${count.toLocaleString("en")} ${count === 1 ? "picture" : "pictures"} ${why} ${count === 1 ? "It's a link" : "They're links"} in the file.`;

/** Explains missing pictures, one sentence per reason; none if the file has all. */
export const describeMissingPictures = ({ failed, beyond }: Pick<PictureResults, "failed" | "beyond">): string[] => [
  ...(failed > 0 ? [describePictures(failed, "couldn't be loaded.")] : []),
  ...(beyond > 0 ? [describePictures(beyond, "didn't fit into the file, or took too long.")] : []),
];

/** Result for a file's pictures, counted by distinct address. Stored in its export. */
export type PictureResults = {
  /** Could not be fetched, or aren't pictures. */
  failed: number;
  /** Exceeded the file's limit for size or time. */
  beyond: number;
  /** SHA-256 (hex) of all addresses and their pictures. Independent of the order of rows. */
  hash: string;
};
