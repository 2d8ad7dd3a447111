import { LRUCache } from "lru-cache";
import type { OutboundHttp, OutboundLimits } from "#infra/ports/outbound-http.ts";
import { fetchPicture } from "./fetch-picture.ts";
import type { Picture } from "./picture.ts";
import { sizedAddress } from "./sized-address.ts";

/** Source of one shop's pictures. Undefined: nothing that can be shown. */
export type PictureSource = (address: string, signal: AbortSignal) => Promise<Picture | undefined>;
/** Decides by the shop's address on the platform, whose origins are known. */
export type PictureSources = (shop: string) => PictureSource;

/** Size of the cache, bytes, and its lifetime, ms: a changed picture shows soon. */
const cacheBytes = 16e6;
const cacheTime = 600_000;

/** Pictures from the web, with a short-lived memory cache. Failures are not cached, so the next report tries again. */
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
