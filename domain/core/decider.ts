import type { DomainEvent, EventMetadata } from "./message.ts";

/** A rule's refusal. */
export type Refusal = {
  refused: true;
  /** Stable; the APIs map it to an HTTP status. */
  code: RefusalCode;
  /** A sentence that says what to do. */
  message: string;
  details?: string;
};

export type RefusalCode =
  /** A business rule: HTTP 200 with Ok false. */
  | "rule"
  /** HTTP 400. */
  | "invalid"
  /** Not allowed yet (terms): HTTP 403. */
  | "not-allowed"
  /** HTTP 402. */
  | "payment-required"
  /** HTTP 404. */
  | "unknown"
  /** HTTP 409. */
  | "conflict"
  /** HTTP 429. */
  | "too-many";

export const refuse = (code: RefusalCode, message: string, details?: string): Refusal =>
  details === undefined ? { refused: true, code, message } : { refused: true, code, message, details };

export const isRefusal = (decision: unknown): decision is Refusal =>
  typeof decision === "object" && decision !== null && "refused" in decision;

/** Rules of a stream. Pure: no I/O, no clock, no randomness. */
export type Decider<Command, Event extends DomainEvent, State> = {
  /** The stream category: `shop`, `workspace`, `export`. */
  category: string;
  /** Snapshots of another schema are ignored. */
  stateSchema: number;
  initialState: State;
  decide(command: Command, state: State): readonly Event[] | Refusal;
  /** `version`: the event's position in its stream. States must be plain JSON, because snapshots store them. */
  evolve(state: State, event: Event, metadata: EventMetadata, version: number): State;
};
