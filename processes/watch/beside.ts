import { statSync } from "node:fs";

/** What SQLite keeps beside a database: its log, which holds the newest writes, and an index to that. */
const endings = ["-wal", "-shm"];

const identityOf = (file: string): string | undefined => {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
};

/**
 * Watches the files that SQLite keeps beside databases. It makes them for the first process that opens one and removes them after the last; as
 * long as one and the same process has it open they stay as they are. `users` are the processes that have all the databases open now.
 */
export const watchBeside = (databases: readonly string[], users: () => readonly number[]) => {
  const files = databases.flatMap((database) => endings.map((ending) => database + ending));
  const look = () => ({ users: users(), identities: files.map(identityOf) });
  let before: ReturnType<typeof look> = { users: [], identities: [] };
  return {
    /** Names a file that somebody else removed or replaced, and says which. @throws what the system says of a disk that fails */
    lost: (): { file: string; what: "removed" | "replaced" } | undefined => {
      const now = look();
      const wasOpen = now.users.some((user) => before.users.includes(user));
      const index = now.identities.findIndex((identity, n) => !identity || identity !== before.identities[n]);
      const file = files[index];
      if (wasOpen && file !== undefined) return { file, what: now.identities[index] ? "replaced" : "removed" };
      before = now;
      return undefined;
    },
    /** Whether one of them is there, as while somebody has a database open. */
    isThere: (): boolean => files.some((file) => identityOf(file) !== undefined),
  };
};
