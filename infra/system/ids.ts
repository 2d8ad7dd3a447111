import { randomBytes, randomUUID } from "node:crypto";
import type { Ids } from "../ports/ids.ts";

/** A secret has 32 bytes by default. */
export const createSystemIds = (): Ids => ({
  uuid: () => randomUUID(),
  secret: (bytes = 32) => randomBytes(bytes).toString("base64url"),
});
