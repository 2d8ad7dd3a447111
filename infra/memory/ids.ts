import { createHash } from "node:crypto";
import type { Ids } from "../ports/ids.ts";

/** Creates deterministic ids; `seed` selects the sequence. */
export const createFakeIds = (seed = ""): Ids => {
  let count = 0;
  const next = (): Buffer => {
    count += 1;
    return createHash("sha512").update(`${seed}/${count}`).digest();
  };
  return {
    uuid() {
      const hex = next().toString("hex");
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
    },
    secret: (bytes = 32) => next().subarray(0, bytes).toString("base64url"),
  };
};
