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

/** Pause between tries to record a response, ms. Shorter than another worker's wait. */
const retryEveryMs = 500;
/** Pause between checks for another worker's record, ms. */
const pollEveryMs = 100;

export type Receipts = {
  readonly processId: string;
  /**
   * Returns an earlier try's receipt as this try's. A process that made the call and recorded no response gets some
   * seconds to do so: it may be waiting for the state store.
   */
  findEarlier(id: string, signal: AbortSignal): Promise<Receipt | undefined>;
  /**
   * Records a response. Retries while the state store is down or read-only: another worker must not resend a confirmed
   * report. After an abort, only the caller stops waiting.
   */
  saveHandover(way: HandoverKind, id: string, note: HandoverProgress, signal: AbortSignal): Promise<void>;
  /** Records a receipt, with retries like `saveHandover`. */
  confirm(id: string, receipt: Receipt, signal: AbortSignal): Promise<Receipt>;
  /** Ends all retries. Unrecorded responses are lost. */
  close(): void;
};

const receiptOf = (note: DeliveryProgress | undefined): Receipt | undefined =>
  note?.stage === "confirmed" ? { refused: [], ...note.receipt, steps: [], before: true } : undefined;

/** `othersMs`: how long another process gets to record its response. */
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
    // The caller gets the error if it still waits.
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
        // The checks are counted: with a stopped clock, a deadline would never pass.
        await sleep(pollEveryMs, undefined, { signal });
      }
    },
    saveHandover: (way, id, note, signal) => keepBy(id, () => notes.writeHandover(way, id, note), signal),
    async confirm(id, receipt, signal) {
      const { at, to, answer, refused, unsendable = [] } = receipt;
      const named = {
        ...(refused.length > 0 && { refused: [...refused] }),
        ...(unsendable.length > 0 && { unsendable: [...unsendable] }),
      };
      const note: DeliveryProgress = { stage: "confirmed", receipt: { at, to, answer, ...named } };
      await keepBy(id, () => notes.write(id, note), signal);
      return receipt;
    },
    close: () => closed.abort(),
  };
};
