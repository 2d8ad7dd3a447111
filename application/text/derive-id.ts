import { hash } from "node:crypto";
import { derivedUuid } from "#domain/core/ids.ts";

/** SHA-256 of a text in UTF-8, lower-case hex. */
export const sha256 = (text: string): string => hash("sha256", text, "hex");

/** A UUID that is the same for the same names in the same order. */
export const deriveId = (...names: readonly string[]): string => derivedUuid(sha256, ...names);

/** Id of the n-th event that a command makes on a stream. */
export const eventIdOf = (stream: string, commandId: string, n: number): string =>
  deriveId("event", stream, commandId, String(n));

/**
 * The n-th new id that a command hands out over a stream at a version (`CommandContext.newId`): who comes with the same command id after
 * it was forgotten gets other ids.
 */
export const newIdOf = (stream: string, commandId: string, version: number, n: number): string =>
  deriveId("new", stream, commandId, String(version), String(n));
