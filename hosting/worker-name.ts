import { randomBytes } from "node:crypto";
import { hostname } from "node:os";

/** A process among all others: in containers many are the first of their machine, and some machines have one name. */
export const workerName = (): string => `${hostname()}:${process.pid}:${randomBytes(4).toString("hex")}`;
