import { untilBeat } from "#infra/ports/beat.ts";
import { StoreBusy, StoreUnwritable } from "#infra/ports/busy.ts";
import { within } from "#infra/ports/within.ts";
import type { Stores } from "#infra/stores/open-stores.ts";

/** `readStore`: undefined of a process that never asks it. */
export type Asked = Pick<Stores, "eventStore" | "stateStore"> & { readStore?: Stores["readStore"] | undefined };

/** A store that does not answer now, and what there is to say of it. */
export type Silence = { store: keyof Asked; sentence: string };

export type WatchedStores = {
  /** What does not answer, in sentences; at first that nothing is known yet. */
  sentences(): readonly string[];
  /** Which do not answer, as far as is known. */
  silent(): ReadonlySet<keyof Asked>;
};

/** An answer that takes longer is none for who waits for it, ms. */
const patience = 5_000;
const every = 2_000;

const sentenceOf = (what: string, error: unknown): string => {
  if (error instanceof StoreBusy || error instanceof StoreUnwritable) return error.message;
  return `${what} cannot be used (${(error instanceof Error ? error.message : String(error)).replace(/\.$/, "")}).`;
};

/** What does not answer now; none: all answer. Each is asked for one small thing. */
export const silentStores = async (stores: Asked, ms = patience): Promise<Silence[]> => {
  const asked: [keyof Asked, string, () => Promise<unknown>][] = [
    ["eventStore", "The event store", () => stores.eventStore.headPosition()],
    ["stateStore", "The state store", () => stores.stateStore.get("last-start")],
  ];
  const { readStore } = stores;
  if (readStore) asked.push(["readStore", "The read store", () => readStore.readRegister("shops")]);
  const answers = await Promise.allSettled(asked.map(([, , ask]) => within(ask(), ms)));
  return asked.flatMap(([store, name], n) => {
    const answer = answers[n];
    return answer?.status === "rejected" ? [{ store, sentence: sentenceOf(name, answer.reason) }] : [];
  });
};

/** Each sentence once: one engine may be behind two stores. */
export const sentencesOf = (silences: readonly Silence[]): string[] => [
  ...new Set(silences.map(({ sentence }) => sentence)),
];

/**
 * Asks the stores every 2 s until the signal aborts, so that who asks for the health of a process sets off no work. Answers what was found
 * last.
 */
export const watchStores = (stores: Asked, signal: AbortSignal): WatchedStores => {
  let found: readonly string[] = ["The stores have not been asked yet."];
  let silent: ReadonlySet<keyof Asked> = new Set();
  const look = async (): Promise<void> => {
    const silences = await silentStores(stores);
    found = sentencesOf(silences);
    silent = new Set(silences.map(({ store }) => store));
    if (!signal.aborted) setTimeout(() => void look(), untilBeat(every)).unref();
  };
  void look();
  return { sentences: () => found, silent: () => silent };
};
