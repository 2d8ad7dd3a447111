import type { FileStore } from "#infra/ports/stores/file-store.ts";
import { keyMark, type PeopleHash, peopleHashBytes, somebodyUnknown } from "./people-hash.ts";

const ending = "people";
/** Of the part that takes its place without somebody. The janitor knows it by its form. */
const partEnding = "peopleagain";

/** Where the hashes of the people in a file are, `{exportId}.{attempt}.people` beside `{exportId}.{attempt}.csv`. */
export const peopleFileOf = (fileKey: string): string => fileKey.replace(/[^.]*$/, ending);

/** Whether a file of the store holds such hashes. */
export const isPeopleFile = (key: string): boolean => key.endsWith(`.${ending}`);

/**
 * Tells if a file holds somebody who has one of these hashes. Undefined if nobody can be told not to be in it: its people weren't noted, or with
 * another key than `hash` has (or before files said so: ADR 15), or not all of them are known. Reads it as it comes, whatever its size.
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
  let areAllKnown = true;
  for await (const held of hashesIn(files, key)) {
    first ??= held[0];
    if (held.some((one) => wanted.has(one))) return true;
    if (held.includes(somebodyUnknown)) areAllKnown = false;
  }
  return areAllKnown && first === hash(keyMark) ? false : undefined;
};

/** The hashes of a people file, some at a time: whole ones alone. */
async function* hashesIn(files: Pick<FileStore, "open">, key: string): AsyncGenerator<string[]> {
  let rest = Buffer.alloc(0);
  for await (const piece of await files.open(key)) {
    const bytes = Buffer.concat([rest, piece as Buffer]);
    const whole = bytes.length - (bytes.length % peopleHashBytes);
    yield Array.from({ length: whole / peopleHashBytes }, (_, n) =>
      bytes.toString("hex", n * peopleHashBytes, (n + 1) * peopleHashBytes),
    );
    rest = bytes.subarray(whole);
  }
}

/**
 * Takes somebody's hashes out of what was noted of a file, and leaves everybody else's: who else was in it must still be told who received it
 * (ADR 97). Notes made with another key are removed instead. May be done again; does nothing where they are not in it.
 */
export const forgetPerson = async (
  files: Pick<FileStore, "size" | "open" | "createPart" | "deletePart" | "delete">,
  fileKey: string,
  hashes: readonly string[],
  hash: PeopleHash,
): Promise<void> => {
  const holds = await holdsAnyOf(files, fileKey, hashes, hash);
  if (holds === false) return;
  const key = peopleFileOf(fileKey);
  const forgotten = new Set(hashes);
  const name = fileKey.replace(/[^.]*$/, partEnding);
  // Of somebody who was killed at it.
  await files.deletePart(name);
  if ((await firstOf(files, key)) !== hash(keyMark)) {
    await files.delete(key);
    return;
  }
  if (holds === undefined) return;
  const part = await files.createPart(name);
  try {
    for await (const held of hashesIn(files, key))
      await part.write(Buffer.from(held.filter((one) => !forgotten.has(one)).join(""), "hex"));
    await part.publish(key);
  } catch (error) {
    await part.discard();
    throw error;
  }
};

const firstOf = async (files: Pick<FileStore, "size" | "open">, key: string): Promise<string | undefined> => {
  if ((await files.size(key)) === undefined) return undefined;
  for await (const [first] of hashesIn(files, key)) return first;
  return undefined;
};
