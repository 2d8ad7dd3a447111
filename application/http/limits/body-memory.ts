import type { Request, RequestHandler, Response } from "express";
import { ipKeyGenerator } from "express-rate-limit";
import { ApiError, toErrorEnvelope } from "../api-error.ts";
import { createFairCapacity, type Reservation } from "./fair-capacity.ts";

/** Limits in bytes. */
export type BodyMemoryLimits = {
  maxBytesPerOwner: number;
  maxBytesTotal: number;
  getOwner: (request: Request, response: Response) => string;
};

type BodyWork = {
  maxBytes: number;
  read: RequestHandler;
  /** Must call `begin` before it works, to keep the reservation. False: it is lost and the request already refused. */
  handle(request: Request, response: Response, begin: () => boolean): Promise<void>;
};

/** Least cost of a chunk, bytes: a body may come in chunks of one byte. */
const minPieceCost = 512;

/** IP address of the caller (IPv6: its network). */
export const getClientAddress = ({ ip }: Pick<Request, "ip">): string => (ip === undefined ? "" : ipKeyGenerator(ip));

/** Announced length in bytes; undefined if the body comes in chunks. */
export const getAnnouncedLength = ({ headers }: Pick<Request, "headers">): number | undefined =>
  headers["transfer-encoding"] === undefined ? Number(headers["content-length"] ?? 0) : undefined;

/** Closes the connection after the response, without the rest of the body. */
export const endConnection = (response: Response): void => void response.set("connection", "close");

const busy = () =>
  new ApiError({
    status: 503,
    code: "busy",
    message: "The server is receiving too much at once. Try again in a moment.",
    headers: { "retry-after": "5" },
  });

/** Refuses a request and closes the connection, at once if the client does not read. */
export const rejectAndClose = (request: Request, response: Response, { fields }: ApiError): void => {
  if (response.headersSent) return;
  endConnection(response);
  response
    .status(fields.status)
    .set(fields.headers ?? {})
    .json(toErrorEnvelope(fields));
  if (request.socket.writableLength > 0) request.socket.destroy();
};

/**
 * Reserves memory for a body before it is read: its announced length, or the length received so far. Frees it after the
 * work, even if the response is unread. Answers 503 and stops reading at the owner's or the total limit. The owner with
 * the most in unstarted requests loses its oldest one, with 503, to an owner that wants less. A request without its
 * reservation is never handled.
 */
export const createBodyMemory = ({
  maxBytesPerOwner,
  maxBytesTotal,
  getOwner,
}: BodyMemoryLimits): ((work: BodyWork) => RequestHandler) => {
  const capacity = createFairCapacity({ perOwner: maxBytesPerOwner, inAll: maxBytesTotal });

  /** Counts a body's bytes; `grown` gets the cost so far. */
  const counting = (maxBytes: number, grown: (cost: number) => void) => {
    let [length, cost] = [0, 0];
    return (piece: Uint8Array): void => {
      length += piece.length;
      if (length > maxBytes) return;
      cost += Math.max(piece.length, minPieceCost);
      grown(cost);
    };
  };

  return ({ maxBytes, read, handle }) =>
    async (request, response) => {
      const received = Promise.withResolvers<boolean>();
      let canGiveWay = true;
      let charged = Math.min(getAnnouncedLength(request) ?? 0, maxBytes);
      const reservation: Reservation = {
        owner: getOwner(request, response),
        amount: charged,
        evict: () => {
          if (!canGiveWay) return false;
          canGiveWay = false;
          capacity.release(reservation);
          request.body = undefined;
          rejectAndClose(request, response, busy());
          received.resolve(false);
          return true;
        },
      };
      if (!capacity.reserve(reservation)) {
        endConnection(response);
        throw busy();
      }
      try {
        read(request, response, (error?: unknown) => {
          // A refused request has its response already.
          if (error === undefined || response.headersSent) received.resolve(!response.headersSent);
          else received.reject(error);
        });
        request.on(
          "data",
          counting(maxBytes, (cost) => {
            if (cost <= charged) return;
            if (capacity.grow(reservation, cost - charged)) charged = cost;
            else reservation.evict(true);
          }),
        );
        const begin = (): boolean => {
          canGiveWay = false;
          return !response.headersSent;
        };
        if (await received.promise) await handle(request, response, begin);
      } finally {
        canGiveWay = false;
        capacity.release(reservation);
        // The response may wait long for its reader.
        request.body = undefined;
      }
    };
};
