import { statSync } from "node:fs";
import { type FileHead, higher, isBehind, isForeign, lower, readHead } from "#infra/sqlite/files/file-head.ts";

/** A head that is just being written may be read half old and half new: what it tells is believed when it is so twice, ms apart. */
export const lookAgainAfter = 50;

type Seen = { identity: string; stamp: string };

/** What stands at a path; undefined when nothing does, or nothing but a name. @throws what the system says of a disk that fails */
export const look = (file: string): Seen | undefined => {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  if (!found?.isFile() || found.size === 0n) return undefined;
  const identity = `${found.dev}:${found.ino}`;
  return { identity, stamp: `${identity}:${found.size}:${found.mtimeNs}` };
};

/** What has been seen of the heads of files since they were opened; `steady` is in ms. */
export const createHeads = (files: readonly string[], steady: () => number) => {
  const read = (): (FileHead | undefined)[] => files.map((file) => (look(file) ? readHead(file) : undefined));
  let last = read();
  let highest = last;
  const numberedAt = files.map(steady);
  return {
    /** Names the file that is not what it was, or what became of it. */
    another: (): { file: string; what: string } | undefined => {
      const now = read();
      for (const [n, file] of files.entries()) {
        const [head, before] = [now[n], highest[n]];
        if (!head || !before) continue;
        if (isBehind(head, before)) return { file, what: "was cut, or overwritten with an older copy," };
        if (isForeign(head, before, steady() - (numberedAt[n] ?? 0)))
          return { file, what: "was overwritten with another one" };
      }
      highest = now.map((head, n) => {
        const [before, known] = [last[n], highest[n]];
        if (head?.generation !== before?.generation) numberedAt[n] = steady();
        return head && before && known ? higher(known, lower(head, before)) : head;
      });
      last = now;
      return undefined;
    },
  };
};
