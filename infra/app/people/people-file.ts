import type { FileStore } from "../../ports/file-store.ts";
import { peopleHashBytes } from "./people-hash.ts";

const ending = "people";

/** Where the hashes of the people in a file are, `{exportId}.{attempt}.people` beside `{exportId}.{attempt}.csv`. */
export const peopleFileOf = (fileKey: string): string => fileKey.replace(/[^.]*$/, ending);

/** Whether a file of the store holds such hashes. */
export const isPeopleFile = (key: string): boolean => key.endsWith(`.${ending}`);

/**
 * Whether a file holds somebody who has one of these hashes; undefined when nobody has noted who is in it. Reads it as it comes, whatever
 * its size.
 */
export const holdsAnyOf = async (
  files: Pick<FileStore, "size" | "open">,
  fileKey: string,
  hashes: readonly string[],
): Promise<boolean | undefined> => {
  const key = peopleFileOf(fileKey);
  if ((await files.size(key)) === undefined) return undefined;
  const wanted = new Set(hashes);
  let rest = Buffer.alloc(0);
  for await (const piece of await files.open(key)) {
    const bytes = Buffer.concat([rest, piece as Buffer]);
    const whole = bytes.length - (bytes.length % peopleHashBytes);
    for (let at = 0; at < whole; at += peopleHashBytes)
      if (wanted.has(bytes.toString("hex", at, at + peopleHashBytes))) return true;
    rest = bytes.subarray(whole);
  }
  return false;
};
