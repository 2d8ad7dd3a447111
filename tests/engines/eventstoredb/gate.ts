import type { Metadata } from "@grpc/grpc-js";
import type { Refusal } from "./wire.ts";

/** What every call passes on its way in and out. */
export type Gate = {
  enter(metadata: Metadata): Promise<Refusal | undefined>;
  /** Of an append that has been written. */
  leave(): Promise<Refusal | undefined>;
  /** A subscription that may be dropped; answers how it leaves. */
  join(drop: (how: Refusal) => void): () => void;
  onDropped(): void;
  /** Subscriptions say nothing, and stand. */
  isMute(): boolean;
  mostBehind(usual: number): number;
};
