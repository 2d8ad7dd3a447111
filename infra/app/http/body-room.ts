import type { Request, RequestHandler, Response } from "express";
import { ipKeyGenerator } from "express-rate-limit";
import { ApiError, errorEnvelope } from "./api-error.ts";
import { createFairRoom, type Place } from "./fair-room.ts";

/** How much of bodies may be in memory at once, in bytes: of one owner, and of all. */
export type Room = { perOwner: number; inAll: number; ownerOf: (request: Request, response: Response) => string };

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
    message: "The server is receiving too much at once. Please try again in a moment.",
    headers: { "retry-after": "5" },
  });

/**
 * Gives each request room for its body before the first byte of it is read, until it is answered or gone. Where there is none left for
 * its owner, or in all, it is refused with 503 and not read. Bodies that are sent by halves and never ended would fill the memory
 * otherwise; and so that they do not keep others out either, the room is fair: whoever has the most of it in bodies that are still
 * coming loses the oldest of them, with 503, to one who wants less. `largest`: what is read of a body at most, bytes.
 */
export const createBodyRoom = ({ perOwner, inAll, ownerOf }: Room): ((largest: number) => RequestHandler) => {
  const room = createFairRoom({ perOwner, inAll });
  return (largest) => (request, response, next) => {
    const amount = Math.min(announcedLength(request) ?? largest, largest);
    if (amount === 0) return next();
    const place: Place = {
      owner: ownerOf(request, response),
      amount,
      giveWay: () => {
        if (request.complete) return false;
        room.leave(place);
        const { parts } = busy();
        endConnection(response);
        response
          .status(parts.status)
          .set(parts.headers ?? {})
          .json(errorEnvelope(parts));
        return true;
      },
    };
    if (!room.take(place)) {
      endConnection(response);
      throw busy();
    }
    response.once("close", () => room.leave(place));
    next();
  };
};
