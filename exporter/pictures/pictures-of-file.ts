import { createHash } from "node:crypto";
import { safeLink } from "#application/writing/markup/safe-link.ts";
import type { PicturesTold } from "#domain/export/pictures-told.ts";
import type { PictureBounds } from "./bounds.ts";
import { createPatientFetch } from "./patient-fetch.ts";
import type { Picture } from "./picture.ts";
import type { PictureSource } from "./source.ts";

/** The pictures of one file. */
export type PicturesOfFile = {
  /** Fetches what is new among addresses of rows to come, in their order. */
  fetch(addresses: Iterable<string>): Promise<void>;
  /** Whether a picture was found there. */
  has(address: string): boolean;
  /** The picture for one more place in which it stands: a file has so many. undefined: it stays a link. */
  show(address: string): Picture | undefined;
  /** undefined where no cell had an address. */
  told(): PicturesTold | undefined;
};

/** What a writer shows pictures by. */
export type ShownPictures = Pick<PicturesOfFile, "has" | "show">;

type State = Picture | "failed" | "beyond";

const bytesOf = (state: State): number => (typeof state === "string" ? 0 : state.bytes.byteLength);

/** The same for rows that stand in another order: whether pictures differ is another question than whether rows do. */
const hashOf = (states: ReadonlyMap<string, State>): string => {
  const hash = createHash("sha256");
  for (const [address, state] of [...states].sort(([one], [other]) => (one < other ? -1 : 1)))
    hash.update(`${JSON.stringify(address)}\n${typeof state === "string" ? state : state.hash}\n`);
  return hash.digest("hex");
};

/**
 * Pictures as the rows of one file ask for them. Several are fetched at once and taken in the order of the rows. The order in which they arrive does not
 * matter. `onFetch`: told before something is fetched.
 */
export const createPicturesOfFile = (options: {
  source: PictureSource;
  bounds: PictureBounds;
  signal: AbortSignal;
  onFetch?: () => void;
}): PicturesOfFile => {
  const { bounds, onFetch } = options;
  const fetchPatiently = createPatientFetch(options);
  const states = new Map<string, State>();
  /** Hashes: what is in the file once, however many addresses lead to it. */
  const taken = new Set<string>();
  let bytes = 0;
  let isFull = false;
  let shown = 0;

  const take = (picture: State): State => {
    if (typeof picture === "string") return picture;
    if (taken.has(picture.hash)) return picture;
    if (taken.size >= bounds.distinct || bytes + picture.bytes.byteLength > bounds.bytes) {
      isFull = true;
      return "beyond";
    }
    bytes += picture.bytes.byteLength;
    taken.add(picture.hash);
    return picture;
  };

  const fetchInOrder = async (addresses: readonly string[]): Promise<void> => {
    /** Fetched before one that stands in front of them. */
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
      hasRoom: (address) => address === addresses[next] || bytes + bytesAhead <= bounds.bytes,
      isFull: () => isFull,
      settle(address, picture) {
        ahead.set(address, picture);
        bytesAhead += bytesOf(picture);
        takeNext();
      },
    });
    // Left where the file is full.
    for (const address of addresses.slice(next)) states.set(address, "beyond");
  };

  return {
    async fetch(addresses) {
      const fetchable: string[] = [];
      for (const address of new Set(addresses)) {
        if (states.has(address)) continue;
        if (/^https?:/i.test(safeLink(address) ?? "")) fetchable.push(address);
        else states.set(address, "failed");
      }
      if (fetchable.length > 0 && !isFull) onFetch?.();
      await fetchInOrder(fetchable);
    },
    has: (address) => typeof states.get(address) === "object",
    show(address) {
      const state = states.get(address);
      if (state === undefined || typeof state === "string") return undefined;
      if (shown < bounds.shown) {
        shown += 1;
        return state;
      }
      states.set(address, "beyond");
      return undefined;
    },
    told() {
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
