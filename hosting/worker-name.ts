import { randomBytes } from "node:crypto";
import { hostname } from "node:os";

/** Unique per process: containers share pid 1, and some machines a host name. */
export const workerName = (): string => `${hostname()}:${process.pid}:${randomBytes(4).toString("hex")}`;
