import type { LookupFunction } from "node:net";
import { NotFetched } from "../ports/outbound-http.ts";
import type { Resolve } from "./name-lookup.ts";

export const privateHostError = (host: string): NotFetched =>
  new NotFetched("private-host", `${host} is on a private network, which we don't call.`);

/**
 * Creates a look-up that connects to the very addresses it checks, so a name can't change in between. One non-public
 * address refuses them all.
 */
export const guardedLookup =
  (resolve: Resolve, shop: string, isPublic: (address: string) => boolean): LookupFunction =>
  (host, options, done) => {
    resolve(host, shop).then(
      (addresses) => {
        const [first] = addresses;
        const refused = addresses.some(({ address }) => !isPublic(address));
        if (first === undefined) done(new NotFetched("broken", `${host} has no address.`), "", 0);
        else if (refused) done(privateHostError(host), "", 0);
        else if (options.all) done(null, addresses);
        else done(null, first.address, first.family);
      },
      (error: Error) => done(error, "", 0),
    );
  };
