import type { FileStore } from "#infra/ports/stores/file-store.ts";
import { toPeopleFileKey } from "../people/people-file.ts";

const ending = "rows";

/** Hashes of a file's rows: `{exportId}.{attempt}.rows` beside `{exportId}.{attempt}.csv` (ADR 66). */
export const toRowHashFileKey = (fileKey: string): string => fileKey.replace(/[^.]*$/, ending);

export const isRowHashFile = (key: string): boolean => key.endsWith(`.${ending}`);

/** Removes a file and its row hashes. The people file stays longer (ADR 15). */
export const removeExpiredFile = async (files: Pick<FileStore, "delete">, fileKey: string): Promise<void> => {
  await files.delete(fileKey);
  await files.delete(toRowHashFileKey(fileKey));
};

export const removeWithSidecars = async (files: Pick<FileStore, "delete">, fileKey: string): Promise<void> => {
  await removeExpiredFile(files, fileKey);
  await files.delete(toPeopleFileKey(fileKey));
};
