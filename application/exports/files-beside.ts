import type { FileStore } from "#infra/ports/stores/file-store.ts";
import { peopleFileOf } from "../people/people-file.ts";

const ending = "rows";

/** Where the hashes of the rows of a file are, `{exportId}.{attempt}.rows` beside `{exportId}.{attempt}.csv` (ADR 66). */
export const rowsFileOf = (fileKey: string): string => fileKey.replace(/[^.]*$/, ending);

/** Whether a file of the store holds such hashes. */
export const isRowsFile = (key: string): boolean => key.endsWith(`.${ending}`);

/** When a file's time is over: what was noted of its rows goes with it, who was in it stays for a time (ADR 15). */
export const removeExpired = async (files: Pick<FileStore, "delete">, fileKey: string): Promise<void> => {
  await files.delete(fileKey);
  await files.delete(rowsFileOf(fileKey));
};

/** A file and all that was noted of it. */
export const removeWithNotes = async (files: Pick<FileStore, "delete">, fileKey: string): Promise<void> => {
  await removeExpired(files, fileKey);
  await files.delete(peopleFileOf(fileKey));
};
