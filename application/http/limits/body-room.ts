import type { Request, RequestHandler, Response } from "express";
import { ipKeyGenerator } from "express-rate-limit";
import { ApiError, errorEnvelope } from "../api-error.ts";
import { createFairRoom, type Place } from "./fair-room.ts";

/** How much of bodies may be in memory at once, in bytes: of one owner, and of all. */
export type Room = { perOwner: number; inAll: number; ownerOf: (request: Request, response: Response) => string };

/** What is done in the room. */
type Work = {
  /** What is read of a body at most, bytes. */
  largest: number;
  /** Reads the body into `request.body`. */
  read: RequestHandler;
  /**
   * Does what the request asks for, and answers it. Before it works it calls `begin`: from then on the place is kept; false: it has been
   * given away, and that is answered.
   */
  handle(request: Request, response: Response, begin: () => boolean): Promise<void>;
};

/** What the smallest piece of a body takes of the memory, in bytes: a body may come in pieces of one byte. */
const leastOfPiece = 512;

/** The address of whoever asks (IPv6: its network). */
export const addressOf = ({ ip }: Pick<Request, "ip">): string => (ip === undefined ? "" : ipKeyGenerator(ip));

/** What a request has announced of its body in bytes; undefined when it comes in chunks, whose end nobody knows. */
export const announcedLength = ({ headers }: Pick<Request, "headers">): number | undefined =>
  headers["transfer-encoding"] === undefined ? Number(headers["content-length"] ?? 0) : undefined;

/** The connection ends with the answer: what is still to come of the body is not waited for. */
export const endConnection = (response: Response): void => void response.set("connection", "close");

const busy = () =>
  new ApiError({
    status: 503,
    code: "busy",
    message: "The server is receiving too much at once. Try again in a moment.",
    headers: { "retry-after": "5" },
  });

/** Answers why something is not done, and ends the connection: at once where the other side does not take even this. */
export const turnAway = (request: Request, response: Response, { fields }: ApiError): void => {
  if (response.headersSent) return;
  endConnection(response);
  response
    .status(fields.status)
    .set(fields.headers ?? {})
    .json(errorEnvelope(fields));
  if (request.socket.writableLength > 0) request.socket.destroy();
};

/**
 * Gives each request room for its body before the first byte of it is read: for what it announces, and where it announces nothing, for
 * what has come. It keeps it until its work is done, not until somebody has read the answer. Where there is no room left for its owner,
 * or in all, it is refused with 503 and read no further. Bodies that are sent by halves and never ended would fill the memory
 * otherwise; and so that they do not keep others out either, the room is fair: whoever has the most of it in bodies that are still
 * coming, or wait for their turn, loses the oldest of them, with 503, to one who wants less. What has lost its place is never worked on.
 */
export const createBodyRoom = ({ perOwner, inAll, ownerOf }: Room): ((work: Work) => RequestHandler) => {
  const room = createFairRoom({ perOwner, inAll });

  /** Told of each piece of a body; `grown` when they cost more than ever before, in bytes. */
  const counting = (largest: number, grown: (cost: number) => void) => {
    let [length, cost] = [0, 0];
    return (piece: Uint8Array): void => {
      length += piece.length;
      // The rest is thrown away as it comes.
      if (length > largest) return;
      cost += Math.max(piece.length, leastOfPiece);
      grown(cost);
    };
  };

  return ({ largest, read, handle }) =>
    async (request, response) => {
      const received = Promise.withResolvers<boolean>();
      let canGiveWay = true;
      let charged = Math.min(announcedLength(request) ?? 0, largest);
      const place: Place = {
        owner: ownerOf(request, response),
        amount: charged,
        giveWay: () => {
          if (!canGiveWay) return false;
          canGiveWay = false;
          room.leave(place);
          request.body = undefined;
          turnAway(request, response, busy());
          received.resolve(false);
          return true;
        },
      };
      if (!room.take(place)) {
        endConnection(response);
        throw busy();
      }
      try {
        read(request, response, (error?: unknown) => {
          // Who has been turned away meanwhile is not worked on, and has been told.
          if (error === undefined || response.headersSent) received.resolve(!response.headersSent);
          else received.reject(error);
        });
        request.on(
          "data",
          counting(largest, (cost) => {
            if (cost <= charged) return;
            if (room.grow(place, cost - charged)) charged = cost;
            else place.giveWay(true);
          }),
        );
        const begin = (): boolean => {
          canGiveWay = false;
          return !response.headersSent;
        };
        if (await received.promise) await handle(request, response, begin);
      } finally {
        canGiveWay = false;
        room.leave(place);
        // Its answer may wait long for a reader.
        request.body = undefined;
      }
    };
};
