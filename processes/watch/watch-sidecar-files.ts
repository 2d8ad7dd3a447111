import { statSync } from "node:fs";

/** SQLite's companion files: the log with the newest writes, and its index. */
const endings = ["-wal", "-shm"];

const identityOf = (file: string): string | undefined => {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
};

/**
 * Watches SQLite's companion files, which exist unchanged while any process has the database open. `users` are the
 * processes that have all the databases open now.
 */
export const watchSidecarFiles = (databases: readonly string[], users: () => readonly number[]) => {
  const files = databases.flatMap((database) => endings.map((ending) => database + ending));
  const readState = () => ({ users: users(), identities: files.map(identityOf) });
  let before: ReturnType<typeof readState> = { users: [], identities: [] };
  return {
    /**
     * A file that someone else removed or replaced.
     * @throws the system's error if the disk fails
     */
    lost: (): { file: string; what: "removed" | "replaced" } | undefined => {
      const now = readState();
      const wasOpen = now.users.some((user) => before.users.includes(user));
      const index = now.identities.findIndex((identity, n) => !identity || identity !== before.identities[n]);
      const file = files[index];
      if (wasOpen && file !== undefined) return { file, what: now.identities[index] ? "replaced" : "removed" };
      before = now;
      return undefined;
    },
    /** True while a process has a database open. */
    isThere: (): boolean => files.some((file) => identityOf(file) !== undefined),
  };
};
