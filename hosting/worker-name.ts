import { randomBytes } from "node:crypto";
import { hostname } from "node:os";

/** Returns a unique name of the process. In containers many share pid 1, and some machines share a host name. */
export const workerName = (): string => `${hostname()}:${process.pid}:${randomBytes(4).toString("hex")}`;
