import type { LiveArrivals } from "#domain/wire/live.ts";
import { createEventReader, type ServerEvent } from "./read-events.ts";

/** Pause before reconnecting, ms; doubled with every failure. */
const firstPause = 1_000;
const longestPause = 30_000;
/** Silence after which a connection is dead, ms. A keep-alive comes every 15 s. */
const deadAfter = 40_000;

type Following = {
  /** Id of the last event received, updated while following. */
  place: { after: string | null };
  /** Opens the stream after an event; rejects if that fails. */
  open: (after: string | null, signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>;
  onOrders: (arrivals: LiveArrivals) => void;
  /** True if no retry can help. */
  isFinal: (error: unknown) => boolean;
  /** Resolves after the time, or on abort. */
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Returns the function that cancels. */
  schedule: (run: () => void, milliseconds: number) => () => void;
};

const codeOf = (data: string): unknown => {
  const message: unknown = JSON.parse(data);
  return typeof message === "object" && message !== null && "Code" in message ? message.Code : null;
};

/** Receives orders until aborted. Reopens an ended stream after the last event, with growing pauses while it fails. */
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
      // No event is lost: the next stream continues after the last one received.
      console.info("The live report received no orders for a moment.", String(error));
    }
    if (signal.aborted || isOver) return;
    await following.wait(pause, signal);
    pause = Math.min(longestPause, pause * 2);
  }
};
