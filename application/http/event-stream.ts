import type { Request, Response } from "express";
import { places } from "../admission/limits.ts";
import { createPool } from "../admission/pool.ts";
import { ApiError } from "./api-error.ts";
import type { Call, Caller, EventStream, GatedRoute, PrepareEventStream } from "./route.ts";

/** Default interval of heartbeats, ms. */
const defaultHeartbeatInterval = 15_000;
/** Longest stream, ms. The client then reconnects, perhaps to another process. */
const maxStreamDuration = 10 * 60_000;

export type EndOfStream = "unauthorized" | "stopping" | "time";

export type StreamsOptions = {
  /** Admits a caller; throws an ApiError of 401, 402 or 403. */
  admit(route: GatedRoute, authorization: string | undefined): Promise<unknown>;
  /** Aborts shortly before the process ends. */
  stopping?: AbortSignal | undefined;
  /** Interval of heartbeats, ms; default: 15 s. */
  beat?: number | undefined;
};

/** Clients ignore comments. */
const heartbeatComment = ": beat\n\n";

/**
 * Serves server-sent events. Each beat asks the gate again: a logout, an uninstall or a lapsed charge ends a stream
 * within one beat. Streams take no place in their shop's queue.
 */
export const createEventStreams = ({ admit, stopping, beat = defaultHeartbeatInterval }: StreamsOptions) => {
  const { refusal, refusalInAll } = places.liveStreams;
  const pool = createPool(places.liveStreams);

  return async (
    { admitted, events }: { admitted: GatedRoute; events: PrepareEventStream },
    { request, response, query }: { request: Request; response: Response; query: unknown },
    call: Omit<Call, "signal"> & { caller: Caller },
  ): Promise<void> => {
    const place = pool.enter(call.caller.tenant);
    if (typeof place === "string") throw new ApiError(place === "own" ? refusal : refusalInAll);
    response.once("close", place.leave);
    if (stopping?.aborted) throw new ApiError(refusalInAll);
    const endController = new AbortController();
    response.once("close", () => endController.abort());
    const write = (text: string): void => {
      // Slow readers catch up when they reconnect.
      if (endController.signal.aborted) return;
      if (!response.write(text) && response.writableLength > 1_000_000) response.destroy();
    };
    const end = (Code: EndOfStream): void => {
      write(`event: end\ndata: ${JSON.stringify({ Code })}\n\n`);
      endController.abort();
      response.end();
    };
    const stream: EventStream = {
      signal: endController.signal,
      send: (event, data, id) =>
        write(`${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    };
    const stillIn = async (): Promise<boolean> => {
      try {
        await admit(admitted, request.get("authorization"));
        return true;
      } catch (error) {
        // A store outage says nothing about the caller.
        return !(error instanceof ApiError && [401, 402, 403].includes(error.fields.status));
      }
    };
    // The route may still refuse with a normal error.
    const follow = await events({ query }, { ...call, signal: endController.signal }, stream);
    if (endController.signal.aborted) return follow.stop();
    response.locals.streams = true;
    response.status(200).set({
      "content-type": "text/event-stream",
      // Compressing proxies hold events back.
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    });
    response.flushHeaders();
    const beats = setInterval(async () => {
      if (await stillIn()) write(heartbeatComment);
      else end("unauthorized");
    }, beat);
    const limit = setTimeout(end, maxStreamDuration, "time");
    const stop = () => end("stopping");
    stopping?.addEventListener("abort", stop, { once: true });
    await new Promise<void>((resolve) => {
      endController.signal.addEventListener("abort", () => resolve(), { once: true });
      follow.begin();
    });
    clearInterval(beats);
    clearTimeout(limit);
    stopping?.removeEventListener("abort", stop);
    follow.stop();
  };
};
