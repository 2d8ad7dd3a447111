import type { Position } from "../ports/stores/event-store.ts";

export type LogPosition = { commit: bigint; prepare: bigint };

/** The server's number for 'no position'. */
const none = 2n ** 64n - 1n;

/** True if a position comes after another. False for 'no position'. */
export const isAfter = (position: LogPosition, other: LogPosition): boolean =>
  position.commit !== none &&
  (position.commit > other.commit || (position.commit === other.commit && position.prepare > other.prepare));

/** @throws {Error} no position: servers before 23.10 leave it out of a stream's events */
export const toPosition = (position: LogPosition | undefined): Position => {
  if (!position || position.commit === none || position.prepare === none)
    throw new Error("EventStoreDB does not report the position of a stream's event: version 23.10 or newer is needed.");
  const digits = (number: bigint): string => number.toString().padStart(20, "0");
  return `${digits(position.commit)}-${digits(position.prepare)}`;
};

/** Parses a position; undefined for text that isn't one of such a store. */
export const fromPosition = (position: Position): LogPosition | undefined => {
  const [, commit, prepare] = /^(\d{20})-(\d{20})$/.exec(position) ?? [];
  return commit && prepare ? { commit: BigInt(commit), prepare: BigInt(prepare) } : undefined;
};
