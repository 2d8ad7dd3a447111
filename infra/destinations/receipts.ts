import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { StoreBusy, StoreUnwritable } from "../ports/busy.ts";
import type { Receipt } from "../ports/destination.ts";
import { unlessAborted } from "../ports/unless-aborted.ts";
import { type AskedNote, type Note, type Notes, type Way, ways } from "./notes.ts";

/** Between two tries to note what was answered, ms: before another worker gets so far as to ask again. */
const noteEvery = 500;
/** Between two looks whether another worker has noted it, ms. */
const lookEvery = 100;

export type Receipts = {
  /** This process, for notes that say who asks a receiver. */
  readonly by: string;
  /**
   * What an earlier try was confirmed, as the receipt of this one. Another process that had asked the receiver, and has noted no answer, is given
   * some seconds to: it may live, and have waited for the state store as this one did.
   */
  before(id: string, signal: AbortSignal): Promise<Receipt | undefined>;
  /**
   * Notes what a receiver answered. While the state store is away or takes no writes that is tried again and again, also after the signal has
   * aborted, which is its end for the caller alone: what is confirmed must not be sent again by whoever gets the job then.
   */
  keep(way: Way, id: string, note: AskedNote, signal: AbortSignal): Promise<void>;
  /** The same of a receipt, which it gives back. */
  confirm(id: string, receipt: Receipt, signal: AbortSignal): Promise<Receipt>;
  /** What is not noted by now never is. */
  close(): void;
};

/** The receipt that an earlier try got, as one for this try. */
const receiptIn = (note: Note | undefined): Receipt | undefined =>
  note?.stage === "confirmed" ? { refused: [], ...note.receipt, steps: [], before: true } : undefined;

/** `othersMs`: how long another process that asked is given. */
export const createReceipts = ({ notes, othersMs }: { notes: Notes; othersMs: number }): Receipts => {
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
        // A process that has nothing else to do may end.
        await sleep(noteEvery, undefined, { signal: closed.signal, ref: false }).catch(() => undefined);
      }
    }
  };

  const keepBy = (id: string, write: () => Promise<void>, signal: AbortSignal): Promise<void> => {
    const noted = untilNoted(write).finally(() => noting.delete(id));
    // Who waits for it hears of it; when nobody does any more there is nobody to tell.
    noted.catch(() => undefined);
    noting.set(id, noted);
    return unlessAborted(noted, signal);
  };

  return {
    by,
    async before(id, signal) {
      const own = noting.get(id);
      if (own) await unlessAborted(own, signal);
      for (let waited = 0; ; waited += lookEvery) {
        const receipt = receiptIn(await notes.read(id));
        if (receipt !== undefined) return receipt;
        const asked = await Promise.all(ways.map((way) => notes.readAsked(way, id)));
        const isOthers = asked.some((note) => note?.by !== undefined && note.by !== by);
        if (!isOthers || waited >= othersMs) return undefined;
        // Counted by looks: a clock that stands still, as in tests, would have nobody go on.
        await sleep(lookEvery, undefined, { signal });
      }
    },
    keep: (way, id, note, signal) => keepBy(id, () => notes.writeAsked(way, id, note), signal),
    async confirm(id, receipt, signal) {
      const { at, to, answer, refused } = receipt;
      const named = refused.length === 0 ? {} : { refused: [...refused] };
      const note: Note = { stage: "confirmed", receipt: { at, to, answer, ...named } };
      await keepBy(id, () => notes.write(id, note), signal);
      return receipt;
    },
    close: () => closed.abort(),
  };
};
