import { createHash } from "node:crypto";
import { toSafeLink } from "#application/writing/markup/safe-link.ts";
import type { PictureResults } from "#domain/export/picture-results.ts";
import type { Picture } from "./picture.ts";
import type { PictureLimits } from "./picture-limits.ts";
import { createRetryingFetch } from "./retrying-fetch.ts";
import type { PictureSource } from "./source.ts";
import type { WaitPermit } from "./wait-permits.ts";

export type PicturesOfFile = {
  fetch(addresses: Iterable<string>): Promise<void>;
  has(address: string): boolean;
  /** Counts one more showing. Undefined at the file's limit: the picture stays a link. */
  show(address: string): Picture | undefined;
  /** Returns the results; undefined without addresses. */
  summary(): PictureResults | undefined;
};

export type ShownPictures = Pick<PicturesOfFile, "has" | "show">;

type State = Picture | "failed" | "beyond";

const bytesOf = (state: State): number => (typeof state === "string" ? 0 : state.bytes.byteLength);

/** Hashes all results, independent of row order, so that changed pictures are reported apart from rows. */
const hashOf = (states: ReadonlyMap<string, State>): string => {
  const hash = createHash("sha256");
  for (const [address, state] of [...states].sort(([one], [other]) => (one < other ? -1 : 1)))
    hash.update(`${JSON.stringify(address)}\n${typeof state === "string" ? state : state.hash}\n`);
  return hash.digest("hex");
};

/**
 * Fetches a file's pictures in parallel, but counts them in row order, so arrival doesn't matter. `onFetch` runs before
 * a fetch.
 */
export const createPicturesOfFile = (options: {
  source: PictureSource;
  bounds: PictureLimits;
  waitPermit?: WaitPermit | undefined;
  signal: AbortSignal;
  onFetch?: () => void;
}): PicturesOfFile => {
  const { bounds, onFetch } = options;
  const fetchPatiently = createRetryingFetch(options);
  const states = new Map<string, State>();
  /** Hashes of stored pictures: each once, however many addresses it has. */
  const storedHashes = new Set<string>();
  let bytes = 0;
  let isFull = false;
  let shownCount = 0;

  const take = (picture: State): State => {
    if (typeof picture === "string") return picture;
    if (storedHashes.has(picture.hash)) return picture;
    if (storedHashes.size >= bounds.maxDistinct || bytes + picture.bytes.byteLength > bounds.maxBytes) {
      isFull = true;
      return "beyond";
    }
    bytes += picture.bytes.byteLength;
    storedHashes.add(picture.hash);
    return picture;
  };

  const fetchInOrder = async (addresses: readonly string[]): Promise<void> => {
    /** Pictures that arrived ahead of order. */
    const ahead = new Map<string, State>();
    let bytesAhead = 0;
    let next = 0;
    const takeNext = (): void => {
      for (;;) {
        const address = addresses[next];
        const picture = address === undefined ? undefined : ahead.get(address);
        if (address === undefined || picture === undefined) return;
        next += 1;
        ahead.delete(address);
        bytesAhead -= bytesOf(picture);
        states.set(address, isFull ? "beyond" : take(picture));
      }
    };
    await fetchPatiently(addresses, {
      hasRoom: (address) => address === addresses[next] || bytes + bytesAhead <= bounds.maxBytes,
      isFull: () => isFull,
      settle(address, picture) {
        ahead.set(address, picture);
        bytesAhead += bytesOf(picture);
        takeNext();
      },
    });
    for (const address of addresses.slice(next)) states.set(address, "beyond");
  };

  return {
    async fetch(addresses) {
      const fetchable: string[] = [];
      for (const address of new Set(addresses)) {
        if (states.has(address)) continue;
        if (/^https?:/i.test(toSafeLink(address) ?? "")) fetchable.push(address);
        else states.set(address, "failed");
      }
      if (fetchable.length > 0 && !isFull) onFetch?.();
      await fetchInOrder(fetchable);
    },
    has: (address) => typeof states.get(address) === "object",
    show(address) {
      const state = states.get(address);
      if (state === undefined || typeof state === "string") return undefined;
      if (shownCount < bounds.maxShown) {
        shownCount += 1;
        return state;
      }
      states.set(address, "beyond");
      return undefined;
    },
    summary() {
      if (states.size === 0) return undefined;
      const all = [...states.values()];
      return {
        failed: all.filter((state) => state === "failed").length,
        beyond: all.filter((state) => state === "beyond").length,
        hash: hashOf(states),
      };
    },
  };
};
