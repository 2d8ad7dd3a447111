import type { Request, RequestHandler, Response } from "express";
import { ApiError, badRequest } from "../http/api-error.ts";
import { toTooLargeError } from "../http/to-http.ts";
import { admitRequest } from "./admit-request.ts";
import type { RequestLimit } from "./limits.ts";
import { createPool } from "./pool.ts";

type BodyWork = {
  maxBytes: number;
  /** Checks the headers, which may throw, and returns a check of each chunk. */
  check?: (request: Request) => (chunk: Uint8Array) => ApiError | undefined;
  /** Must call `begin` before it works, to keep the reservation. False: it is lost and the request already refused. */
  handle(request: Request, response: Response, begin: () => boolean): Promise<void>;
};

/** Least cost of a chunk, bytes: a body may come in chunks of one byte. */
const minChunkCost = 512;

/** Announced length in bytes; undefined if the body comes in chunks. */
export const getAnnouncedLength = ({ headers }: Pick<Request, "headers">): number | undefined =>
  headers["transfer-encoding"] === undefined ? Number(headers["content-length"] ?? 0) : undefined;

/**
 * Reserves memory for a body before it is read into `request.body`: its announced length, or the length received so
 * far. Frees it after the work, even if the response is unread. Refuses and stops reading at the owner's or the total
 * limit. A request can lose its reservation until its work begins, and is then never handled.
 */
export const createBodyMemory = (limit: RequestLimit): ((work: BodyWork) => RequestHandler) => {
  const pool = createPool(limit);

  return ({ maxBytes, check, handle }) =>
    async (request, response) => {
      const checkChunk = check?.(request);
      const announced = getAnnouncedLength(request) ?? 0;
      const tooLong = () => new ApiError(toTooLargeError(maxBytes));
      if (announced > maxBytes) throw tooLong();
      const received = Promise.withResolvers<Buffer | undefined>();
      let [length, cost, reserved] = [0, 0, announced];
      let chunks: Uint8Array[] = [];
      const stop = (): void => {
        request.off("data", take).off("end", end).off("close", gone);
        chunks = [];
      };
      const fail = (error: ApiError): void => {
        stop();
        request.resume();
        received.reject(error);
      };
      const take = (chunk: Uint8Array): void => {
        length += chunk.length;
        cost += Math.max(chunk.length, minChunkCost);
        const problem = length > maxBytes ? tooLong() : checkChunk?.(chunk);
        if (problem) fail(problem);
        else if (cost > reserved && !place.grow(cost - reserved)) place.evict(true);
        else {
          reserved = Math.max(cost, reserved);
          chunks.push(chunk);
        }
      };
      const end = (): void => {
        received.resolve(Buffer.concat(chunks));
        stop();
      };
      const lost = (): void => {
        stop();
        request.resume().body = undefined;
        received.resolve(undefined);
      };
      const gone = (): void => {
        // A request that was refused meanwhile has its response already.
        if (response.headersSent) lost();
        else fail(badRequest("The request ended before its body was complete. Send it again."));
      };
      const place = admitRequest(pool, request, response, { amount: announced, lost });
      try {
        request.on("data", take).on("end", end).on("close", gone);
        request.body = await received.promise;
        if (request.body !== undefined) await handle(request, response, place.keep);
      } finally {
        place.leave();
        // The response may wait long for its reader.
        request.body = undefined;
      }
    };
};
