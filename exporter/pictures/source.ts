import { LRUCache } from "lru-cache";
import type { HttpOut, OutBounds } from "#infra/ports/http-out.ts";
import { fetchPicture } from "./fetch-picture.ts";
import type { Picture } from "./picture.ts";
import { sizedAddress } from "./sized-address.ts";

/** Source of one shop's pictures. Undefined: nothing that can be shown. */
export type PictureSource = (address: string, signal: AbortSignal) => Promise<Picture | undefined>;
/** By the shop's own address on the platform, whose origins are known. */
export type PictureSources = (shop: string) => PictureSource;

/** Size of the cache, bytes, and its lifetime, ms: a changed picture shows soon. */
const keptBytes = 16e6;
const keptFor = 600_000;

/** Pictures from the web, with a short-lived memory cache. Failures are not cached, so the next report tries again. */
export const createPictureSources = (
  httpOut: HttpOut,
  options: { originsOf: (shop: string) => readonly string[]; bounds: OutBounds },
): PictureSources => {
  const known = new LRUCache<string, Picture>({
    maxSize: keptBytes,
    sizeCalculation: ({ bytes }, key) => bytes.byteLength + 2 * key.length,
    ttl: keptFor,
  });
  return (shop) => {
    const exempt = options.originsOf(shop);
    return async (address, signal) => {
      const url = sizedAddress(address, exempt);
      // Keyed by shop: an address that one may reach is not open to all.
      const key = `${shop} ${url}`;
      const kept = known.get(key);
      if (kept) return kept;
      const picture = await fetchPicture(httpOut, { url, shop, bounds: options.bounds, exempt, signal });
      if (picture) known.set(key, picture);
      return picture;
    };
  };
};
