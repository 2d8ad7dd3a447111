import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Receipt } from "../ports/destination.ts";
import { StoreBusy, StoreUnwritable } from "../ports/store-errors.ts";
import { unlessAborted } from "../ports/unless-aborted.ts";
import {
  type DeliveryProgress,
  type DeliveryProgressStore,
  type HandoverKind,
  type HandoverProgress,
  handoverKinds,
} from "./delivery-progress.ts";

/** Delay between tries to record an answer, ms. It is short enough to finish before another worker asks again. */
const retryEveryMs = 500;
/** Delay between checks if another worker has recorded it, ms. */
const pollEveryMs = 100;

export type Receipts = {
  /** This process's id in delivery progress, which shows who is asking a receiver. */
  readonly processId: string;
  /**
   * Returns the receipt of an earlier try as this try's. If another process asked the receiver and recorded no answer,
   * it gets some seconds to do so. It may be alive and waiting for the state store, as this process was.
   */
  findEarlier(id: string, signal: AbortSignal): Promise<Receipt | undefined>;
  /**
   * Records a receiver's answer. It retries while the state store is down or read-only, even after the signal has
   * aborted. The abort ends it only for the caller, as another worker must not send a confirmed report again.
   */
  saveHandover(way: HandoverKind, id: string, note: HandoverProgress, signal: AbortSignal): Promise<void>;
  /** Records a receipt the same way, and returns it. */
  confirm(id: string, receipt: Receipt, signal: AbortSignal): Promise<Receipt>;
  /** Ends all retries. Answers that aren't recorded by now are lost. */
  close(): void;
};

/** Converts the receipt of an earlier try to one for this try. */
const receiptOf = (note: DeliveryProgress | undefined): Receipt | undefined =>
  note?.stage === "confirmed" ? { refused: [], ...note.receipt, steps: [], before: true } : undefined;

/** `othersMs`: time that another process that asked gets. */
export const createReceipts = ({ notes, othersMs }: { notes: DeliveryProgressStore; othersMs: number }): Receipts => {
  const by = randomUUID();
  const noting = new Map<string, Promise<void>>();
  const closed = new AbortController();

  const untilNoted = async (write: () => Promise<void>): Promise<void> => {
    for (;;) {
      try {
        return await write();
      } catch (error) {
        const passes = error instanceof StoreBusy || error instanceof StoreUnwritable;
        if (!passes || closed.signal.aborted) throw error;
        // The timer doesn't keep the process alive.
        await sleep(retryEveryMs, undefined, { signal: closed.signal, ref: false }).catch(() => undefined);
      }
    }
  };

  const keepBy = (id: string, write: () => Promise<void>, signal: AbortSignal): Promise<void> => {
    const noted = untilNoted(write).finally(() => noting.delete(id));
    // The caller gets the error if it still waits; otherwise nobody needs it.
    noted.catch(() => undefined);
    noting.set(id, noted);
    return unlessAborted(noted, signal);
  };

  return {
    processId: by,
    async findEarlier(id, signal) {
      const own = noting.get(id);
      if (own) await unlessAborted(own, signal);
      for (let waited = 0; ; waited += pollEveryMs) {
        const receipt = receiptOf(await notes.read(id));
        if (receipt !== undefined) return receipt;
        const asked = await Promise.all(handoverKinds.map((way) => notes.readHandover(way, id)));
        const isOthers = asked.some((note) => note?.by !== undefined && note.by !== by);
        if (!isOthers || waited >= othersMs) return undefined;
        // Checks are counted because a stopped clock, as in tests, would wait forever.
        await sleep(pollEveryMs, undefined, { signal });
      }
    },
    saveHandover: (way, id, note, signal) => keepBy(id, () => notes.writeHandover(way, id, note), signal),
    async confirm(id, receipt, signal) {
      const { at, to, answer, refused } = receipt;
      const named = refused.length === 0 ? {} : { refused: [...refused] };
      const note: DeliveryProgress = { stage: "confirmed", receipt: { at, to, answer, ...named } };
      await keepBy(id, () => notes.write(id, note), signal);
      return receipt;
    },
    close: () => closed.abort(),
  };
};
