import { LRUCache } from "lru-cache";
import type { OutboundHttp, OutboundLimits } from "#infra/ports/outbound-http.ts";
import { fetchPicture } from "./fetch-picture.ts";
import type { Picture } from "./picture.ts";
import { sizedAddress } from "./sized-address.ts";

/** Fetches pictures of one shop. Undefined if nothing can be shown. */
export type PictureSource = (address: string, signal: AbortSignal) => Promise<Picture | undefined>;
/** Source for a shop by its address on the platform, whose origins are known. */
export type PictureSources = (shop: string) => PictureSource;

/** Bytes and lifetime (ms) of the cache: a changed picture shows soon. */
const cacheBytes = 16e6;
const cacheTime = 600_000;

/** Fetches pictures through a short-lived memory cache. Failures aren't cached: the next report tries again. */
export const createPictureSources = (
  httpOut: OutboundHttp,
  options: { originsOf: (shop: string) => readonly string[]; bounds: OutboundLimits },
): PictureSources => {
  const pictureCache = new LRUCache<string, Picture>({
    maxSize: cacheBytes,
    sizeCalculation: ({ bytes }, key) => bytes.byteLength + 2 * key.length,
    ttl: cacheTime,
  });
  return (shop) => {
    const exempt = options.originsOf(shop);
    return async (address, signal) => {
      const url = sizedAddress(address, exempt);
      // Keyed by shop: an address that one may reach is not open to all.
      const key = `${shop} ${url}`;
      const kept = pictureCache.get(key);
      if (kept) return kept;
      const picture = await fetchPicture(httpOut, { url, shop, limits: options.bounds, exemptOrigins: exempt, signal });
      if (picture) pictureCache.set(key, picture);
      return picture;
    };
  };
};
