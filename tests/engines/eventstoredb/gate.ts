import type { Metadata } from "@grpc/grpc-js";
import type { Refusal } from "./wire.ts";

/** Versions that the stand-in can imitate. They differ in their response for a position without an event. */
export type Manner = "24.10" | "23.10";

/** Hooks that every call passes on its way in and out. */
export type Gate = {
  manner: Manner;
  enter(metadata: Metadata): Promise<Refusal | undefined>;
  /** Admits a read of all streams, or refuses it. */
  enterAll(): Refusal | undefined;
  /** Ends an append that has been written. */
  leave(): Promise<Refusal | undefined>;
  /** A subscription that may be dropped; answers how it leaves. */
  join(drop: (how: Refusal) => void): () => void;
  onDropped(): void;
  /** Subscriptions stay open, but silent. */
  isMute(): boolean;
  mostBehind(usual: number): number;
  /** ms that a subscription takes from one checkpoint to the next. */
  pace(): number;
};
