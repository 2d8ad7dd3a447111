import type { FileStore } from "../../ports/file-store.ts";
import { keyMark, type PeopleHash, peopleHashBytes } from "./people-hash.ts";

const ending = "people";

/** Where the hashes of the people in a file are, `{exportId}.{attempt}.people` beside `{exportId}.{attempt}.csv`. */
export const peopleFileOf = (fileKey: string): string => fileKey.replace(/[^.]*$/, ending);

/** Whether a file of the store holds such hashes. */
export const isPeopleFile = (key: string): boolean => key.endsWith(`.${ending}`);

/**
 * Whether a file holds somebody who has one of these hashes; undefined when nobody has noted who is in it, or did so with another key than
 * `hash` has (or before files said so: ADR 15), so that nobody can be told not to be among them. Reads it as it comes, whatever its size.
 */
export const holdsAnyOf = async (
  files: Pick<FileStore, "size" | "open">,
  fileKey: string,
  hashes: readonly string[],
  hash: PeopleHash,
): Promise<boolean | undefined> => {
  const key = peopleFileOf(fileKey);
  if ((await files.size(key)) === undefined) return undefined;
  const wanted = new Set(hashes);
  let first: string | undefined;
  let rest = Buffer.alloc(0);
  for await (const piece of await files.open(key)) {
    const bytes = Buffer.concat([rest, piece as Buffer]);
    const whole = bytes.length - (bytes.length % peopleHashBytes);
    for (let at = 0; at < whole; at += peopleHashBytes) {
      const held = bytes.toString("hex", at, at + peopleHashBytes);
      first ??= held;
      if (wanted.has(held)) return true;
    }
    rest = bytes.subarray(whole);
  }
  return first === hash(keyMark) ? false : undefined;
};
