import { StoreBusy, StoreUnwritable } from "../ports/busy.ts";
import { within } from "../ports/within.ts";
import type { Stores } from "./open-stores.ts";

/** `readStore`: undefined of a process that never asks it. */
export type Asked = Pick<Stores, "eventStore" | "stateStore"> & { readStore?: Stores["readStore"] | undefined };

/** An answer that takes longer is none for who waits for it, ms. */
const patience = 5_000;
const every = 2_000;

const sentenceOf = (what: string, error: unknown): string => {
  if (error instanceof StoreBusy || error instanceof StoreUnwritable) return error.message;
  return `${what} cannot be used (${(error instanceof Error ? error.message : String(error)).replace(/\.$/, "")}).`;
};

/** What does not answer now, in sentences; none: all answer. Each is asked for one small thing. */
export const silentStores = async (stores: Asked, ms = patience): Promise<string[]> => {
  const asked: [string, () => Promise<unknown>][] = [
    ["The event store", () => stores.eventStore.headPosition()],
    ["The state store", () => stores.stateStore.get("last-start")],
  ];
  const { readStore } = stores;
  if (readStore) asked.push(["The read store", () => readStore.readRegister("shops")]);
  const answers = await Promise.allSettled(asked.map(([, ask]) => within(ask(), ms)));
  const sentences = answers.flatMap((answer, n) =>
    answer.status === "rejected" ? [sentenceOf(asked[n]?.[0] ?? "A store", answer.reason)] : [],
  );
  return [...new Set(sentences)];
};

/**
 * Asks the stores every 2 s until the signal aborts, so that who asks for the health of a process sets off no work. Answers what was found
 * last: at first that nothing is known yet.
 */
export const watchStores = (stores: Asked, signal: AbortSignal): (() => readonly string[]) => {
  let found: readonly string[] = ["The stores have not been asked yet."];
  const look = async (): Promise<void> => {
    found = await silentStores(stores);
    if (!signal.aborted) setTimeout(() => void look(), every).unref();
  };
  void look();
  return () => found;
};
