import type { LiveArrivals } from "#domain/wire/live.ts";
import { createEventReader, type ServerEvent } from "./read-events.ts";

/** Before the next try after the stream has ended, in milliseconds; doubled with every try that fails. */
const firstPause = 1_000;
const longestPause = 30_000;
/** A beat comes every 15 s: without any byte for so long the line is dead. */
const deadAfter = 40_000;

type Following = {
  /** Where to begin, and where it has come: the id of the last event that was heard. */
  place: { after: string | null };
  /** Opens the stream behind an event; rejects when it cannot be had. */
  open: (after: string | null, signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>;
  onOrders: (told: LiveArrivals) => void;
  /** Whether trying again is of no use after this error: the session has ended. */
  isFinal: (error: unknown) => boolean;
  /** Resolves after so many milliseconds, or when it is called off. */
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Calls after so many milliseconds; answers how to call that off. */
  schedule: (run: () => void, milliseconds: number) => () => void;
};

const codeOf = (data: string): unknown => {
  const told: unknown = JSON.parse(data);
  return typeof told === "object" && told !== null && "Code" in told ? told.Code : null;
};

/**
 * Hears of orders until it is called off: opens the stream, and again where it ended, behind the last event that was heard, with longer pauses the
 * longer it fails.
 */
export const followOrders = async (following: Following, signal: AbortSignal): Promise<void> => {
  let pause = firstPause;
  let isOver = false;

  const heed = ({ event, data, id }: ServerEvent): void => {
    if (event === "open") {
      const { After } = JSON.parse(data) as { After?: string };
      following.place.after ??= After ?? null;
      pause = firstPause;
    }
    if (event === "orders") following.onOrders(JSON.parse(data) as LiveArrivals);
    if (event === "end" && codeOf(data) === "unauthorized") isOver = true;
    if (id !== null) following.place.after = id;
  };

  const hear = async (): Promise<void> => {
    const line = new AbortController();
    const hangUp = () => line.abort();
    signal.addEventListener("abort", hangUp, { once: true });
    let cancel = following.schedule(hangUp, deadAfter);
    try {
      const body = await following.open(following.place.after, line.signal);
      const read = createEventReader();
      const text = new TextDecoder();
      const reader = body.getReader();
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        cancel();
        cancel = following.schedule(hangUp, deadAfter);
        for (const event of read(text.decode(piece.value, { stream: true }))) heed(event);
      }
    } finally {
      cancel();
      signal.removeEventListener("abort", hangUp);
    }
  };

  while (!signal.aborted && !isOver) {
    try {
      await hear();
    } catch (error) {
      if (signal.aborted || following.isFinal(error)) return;
      // Nothing is lost: what was missed comes behind the last event that was heard.
      console.info("The live report heard no orders for a moment.", String(error));
    }
    if (signal.aborted || isOver) return;
    await following.wait(pause, signal);
    pause = Math.min(longestPause, pause * 2);
  }
};
