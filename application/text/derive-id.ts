import { hash } from "node:crypto";
import { deriveUuid } from "#domain/core/ids.ts";

/** Hashes a UTF-8 text, as lower-case hex. */
export const sha256 = (text: string): string => hash("sha256", text, "hex");

/** UUID derived from the names, in order. */
export const deriveId = (...names: readonly string[]): string => deriveUuid(sha256, ...names);

/** Id of a command's n-th event on a stream. */
export const deriveEventId = (stream: string, commandId: string, n: number): string =>
  deriveId("event", stream, commandId, String(n));

/**
 * The n-th new id of a command (`CommandContext.newId`). The version keeps ids apart when a forgotten command id is
 * reused.
 */
export const deriveNewId = (stream: string, commandId: string, version: number, n: number): string =>
  deriveId("new", stream, commandId, String(version), String(n));
