import { StoreBusy, StoreUnwritable } from "#infra/ports/store-errors.ts";
import { computeMsUntilTick } from "#infra/ports/tick.ts";
import { withTimeout } from "#infra/ports/timeout.ts";
import type { Stores } from "#infra/stores/open-stores.ts";

/** `readStore`: undefined if the process never uses it. */
export type CheckedStores = Pick<Stores, "eventStore" | "stateStore"> & { readStore?: Stores["readStore"] | undefined };

/** A silent store, with a sentence about it. */
export type UnresponsiveStore = { store: keyof CheckedStores; sentence: string };

export type WatchedStores = {
  /** Before the first check, one sentence says so. */
  sentences(): readonly string[];
  unresponsive(): ReadonlySet<keyof CheckedStores>;
};

/** A slower store counts as silent, ms. */
const responseTimeout = 5_000;
const checkInterval = 2_000;

const sentenceOf = (what: string, error: unknown): string => {
  if (error instanceof StoreBusy || error instanceof StoreUnwritable) return error.message;
  return `${what} cannot be used (${(error instanceof Error ? error.message : String(error)).replace(/\.$/, "")}).`;
};

/** Finds the stores that don't answer a cheap request in time. */
export const findUnresponsiveStores = async (
  stores: CheckedStores,
  ms = responseTimeout,
): Promise<UnresponsiveStore[]> => {
  const asked: [keyof CheckedStores, string, () => Promise<unknown>][] = [
    ["eventStore", "The event store", () => stores.eventStore.headPosition()],
    ["stateStore", "The state store", () => stores.stateStore.get("last-start")],
  ];
  const { readStore } = stores;
  if (readStore) asked.push(["readStore", "The read store", () => readStore.readRegister("shops")]);
  const answers = await Promise.allSettled(asked.map(([, , ask]) => withTimeout(ask(), ms)));
  return asked.flatMap(([store, name], n) => {
    const answer = answers[n];
    return answer?.status === "rejected" ? [{ store, sentence: sentenceOf(name, answer.reason) }] : [];
  });
};

/** Lists the sentences once each: one engine may back two stores. */
export const listSentences = (silences: readonly UnresponsiveStore[]): string[] => [
  ...new Set(silences.map(({ sentence }) => sentence)),
];

/** Checks the stores every 2 s until the signal aborts. Health requests read the last result. */
export const watchStores = (stores: CheckedStores, signal: AbortSignal): WatchedStores => {
  let found: readonly string[] = ["The stores have not been asked yet."];
  let silent: ReadonlySet<keyof CheckedStores> = new Set();
  const check = async (): Promise<void> => {
    const silences = await findUnresponsiveStores(stores);
    found = listSentences(silences);
    silent = new Set(silences.map(({ store }) => store));
    if (!signal.aborted) setTimeout(() => void check(), computeMsUntilTick(checkInterval)).unref();
  };
  void check();
  return { sentences: () => found, unresponsive: () => silent };
};
