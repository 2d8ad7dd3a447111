import type { FileStore } from "#infra/ports/stores/file-store.ts";
import { peopleFileOf } from "../people/people-file.ts";

const ending = "rows";

/** File with the hashes of a file's rows: `{exportId}.{attempt}.rows` beside `{exportId}.{attempt}.csv` (ADR 66). */
export const rowsFileOf = (fileKey: string): string => fileKey.replace(/[^.]*$/, ending);

/** True for files with row hashes. */
export const isRowsFile = (key: string): boolean => key.endsWith(`.${ending}`);

/** Removes an expired file with its row hashes. The record of the people in it stays for a time (ADR 15). */
export const removeExpired = async (files: Pick<FileStore, "delete">, fileKey: string): Promise<void> => {
  await files.delete(fileKey);
  await files.delete(rowsFileOf(fileKey));
};

/** Removes a file and all records about it. */
export const removeWithNotes = async (files: Pick<FileStore, "delete">, fileKey: string): Promise<void> => {
  await removeExpired(files, fileKey);
  await files.delete(peopleFileOf(fileKey));
};
