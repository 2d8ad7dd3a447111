import type { Request, Response } from "express";
import { ApiError } from "./api-error.ts";
import type { Admitted, Call, Caller, EventStream, EventsOf } from "./route.ts";

/** Between two signs of life, ms; at each it is looked whether the caller may still listen. */
const usualBeat = 15_000;
/** So long one answer takes at most, ms: then the caller asks again, perhaps another process. */
const longest = 10 * 60_000;
/** Listeners of one shop in a process, and of all. */
const [mostOfShop, mostInAll] = [50, 1_000];

export type EndOfStream = "unauthorized" | "stopping" | "time";

export type StreamsOptions = {
  /** The gate: lets a caller in or throws an ApiError of 401, 402 or 403. */
  admit(route: Admitted, authorization: string | undefined): Promise<unknown>;
  /** Aborts when the process is about to end. */
  stopping?: AbortSignal | undefined;
  /** ms; default: 15 s. */
  beat?: number | undefined;
};

const tooMany = (): ApiError =>
  new ApiError({
    status: 429,
    code: "too-many",
    message: "Your shop has too many live pages open. Close one, or wait a moment.",
    headers: { "retry-after": "30" },
  });
const full = (): ApiError =>
  new ApiError({
    status: 503,
    code: "busy",
    message: "The server is busy. Try again in a moment.",
    headers: { "retry-after": "30" },
  });

/** What is sent when nothing is: a comment, which readers skip. */
const sign = ": beat\n\n";

/**
 * Answers that tell of events as they come (server-sent events), for as long as the caller listens and may: with each beat the gate is asked again, so
 * that a log-out, an uninstall or a lapsed charge ends them within a beat. They have no place in the line of their shop.
 */
export const createEventStreams = ({ admit, stopping, beat = usualBeat }: StreamsOptions) => {
  const ofShops = new Map<string, number>();
  let open = 0;
  const enter = (tenant: string): (() => void) => {
    const ofShop = ofShops.get(tenant) ?? 0;
    if (ofShop >= mostOfShop) throw tooMany();
    if (open >= mostInAll) throw full();
    ofShops.set(tenant, ofShop + 1);
    open += 1;
    return () => {
      open -= 1;
      const left = (ofShops.get(tenant) ?? 1) - 1;
      if (left > 0) ofShops.set(tenant, left);
      else ofShops.delete(tenant);
    };
  };

  return async (
    { admitted, events }: { admitted: Admitted; events: EventsOf },
    { request, response, query }: { request: Request; response: Response; query: unknown },
    call: Omit<Call, "signal"> & { caller: Caller },
  ): Promise<void> => {
    const leave = enter(call.caller.tenant);
    response.once("close", leave);
    if (stopping?.aborted) throw full();
    const ended = new AbortController();
    response.once("close", () => ended.abort());
    const write = (text: string): void => {
      // Who reads too slowly hears of it anew when they ask again.
      if (ended.signal.aborted) return;
      if (!response.write(text) && response.writableLength > 1_000_000) response.destroy();
    };
    const end = (Code: EndOfStream): void => {
      write(`event: end\ndata: ${JSON.stringify({ Code })}\n\n`);
      ended.abort();
      response.end();
    };
    const stream: EventStream = {
      signal: ended.signal,
      send: (event, data, id) =>
        write(`${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    };
    const stillIn = async (): Promise<boolean> => {
      try {
        await admit(admitted, request.get("authorization"));
        return true;
      } catch (error) {
        // A store that does not answer for a moment says nothing of the caller.
        return !(error instanceof ApiError && [401, 402, 403].includes(error.fields.status));
      }
    };
    // What prepares it may still refuse in the usual words.
    const follow = await events({ query }, { ...call, signal: ended.signal }, stream);
    if (ended.signal.aborted) return follow.stop();
    response.locals.streams = true;
    response.status(200).set({
      "content-type": "text/event-stream",
      // A proxy that compresses holds events back.
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    });
    response.flushHeaders();
    const beats = setInterval(async () => {
      if (await stillIn()) write(sign);
      else end("unauthorized");
    }, beat);
    const limit = setTimeout(end, longest, "time");
    const stop = () => end("stopping");
    stopping?.addEventListener("abort", stop, { once: true });
    await new Promise<void>((resolve) => {
      ended.signal.addEventListener("abort", () => resolve(), { once: true });
      follow.begin();
    });
    clearInterval(beats);
    clearTimeout(limit);
    stopping?.removeEventListener("abort", stop);
    follow.stop();
  };
};
