import type { FileStore } from "#infra/ports/stores/file-store.ts";
import { keyMark, type PeopleHash, peopleHashBytes, unknownPersonHash } from "./people-hash.ts";

const ending = "people";
/** Ending of the part file that replaces a people file. The janitor recognizes it. */
const partEnding = "peopleagain";

/** Hashes of the people in a file: `{exportId}.{attempt}.people` beside `{exportId}.{attempt}.csv`. */
export const toPeopleFileKey = (fileKey: string): string => fileKey.replace(/[^.]*$/, ending);

export const isPeopleFile = (key: string): boolean => key.endsWith(`.${ending}`);

/**
 * True if a file holds one of these people. Undefined if absence cannot be proven: no people file, another or
 * unrecorded key (ADR 15), or unknown people.
 */
export const containsAny = async (
  files: Pick<FileStore, "size" | "open">,
  fileKey: string,
  hashes: readonly string[],
  hash: PeopleHash,
): Promise<boolean | undefined> => {
  const key = toPeopleFileKey(fileKey);
  if ((await files.size(key)) === undefined) return undefined;
  const wanted = new Set(hashes);
  let first: string | undefined;
  let areAllKnown = true;
  for await (const held of hashesIn(files, key)) {
    first ??= held[0];
    if (held.some((one) => wanted.has(one))) return true;
    if (held.includes(unknownPersonHash)) areAllKnown = false;
  }
  return areAllKnown && first === hash(keyMark) ? false : undefined;
};

/** Batches of whole hashes. */
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
 * Removes a person's hashes from a people file, and keeps the others: who received their data must still be known (ADR
 * 97). Deletes the whole file if it was written with another key. Idempotent.
 */
export const forgetPerson = async (
  files: Pick<FileStore, "size" | "open" | "createPart" | "deletePart" | "delete">,
  fileKey: string,
  hashes: readonly string[],
  hash: PeopleHash,
): Promise<void> => {
  const holds = await containsAny(files, fileKey, hashes, hash);
  if (holds === false) return;
  const key = toPeopleFileKey(fileKey);
  const forgotten = new Set(hashes);
  const name = fileKey.replace(/[^.]*$/, partEnding);
  // The part was left by a killed process.
  await files.deletePart(name);
  if ((await readKeyMark(files, key)) !== hash(keyMark)) {
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

const readKeyMark = async (files: Pick<FileStore, "size" | "open">, key: string): Promise<string | undefined> => {
  if ((await files.size(key)) === undefined) return undefined;
  for await (const [first] of hashesIn(files, key)) return first;
  return undefined;
};
