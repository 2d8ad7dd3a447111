import type { FileStore } from "#infra/ports/stores/file-store.ts";

/** Read in pages: the keys may exceed one answer. */
export const listAllFiles = async function* (
  files: Pick<FileStore, "list">,
  pageSize?: number,
): AsyncGenerator<string, void, undefined> {
  for (let after = ""; ; ) {
    const keys = await files.list({ after, ...(pageSize === undefined ? {} : { limit: pageSize }) });
    yield* keys;
    const last = keys.at(-1);
    if (last === undefined) return;
    after = last;
  }
};
