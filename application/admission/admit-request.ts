import type { Request, Response } from "express";
import { ipKeyGenerator } from "express-rate-limit";
import { ApiError, toErrorEnvelope } from "../http/api-error.ts";
import type { RequestLimit } from "./limits.ts";
import type { Place, Pool } from "./pool.ts";

/** Key of an address in limits per address. For IPv6 it is the network, because one client has many addresses. */
export const addressKey = (ip: string | undefined): string => (ip === undefined ? "" : ipKeyGenerator(ip));

/** Closes the connection after the response, without reading the rest of the body. */
export const endConnection = (response: Response): void => void response.set("connection", "close");

/** Refuses a request and closes its connection. If the client doesn't read, the connection is closed at once. */
const rejectAndClose = (request: Request, response: Response, refusal: ApiError["fields"]): void => {
  if (response.headersSent) return;
  endConnection(response);
  response
    .status(refusal.status)
    .set(refusal.headers ?? {})
    .json(toErrorEnvelope(refusal));
  if (request.socket.writableLength > 0) request.socket.destroy();
};

/**
 * Admits a request to the pool. If there is no room, or its place is evicted later, it gets the limit's refusal and its
 * connection is closed.
 * @throws {ApiError} the refusal
 */
export const admitRequest = (
  { enter, limit: { per, refusal } }: Pool<RequestLimit>,
  request: Request,
  response: Response,
  { amount, lost }: { amount?: number; lost?: () => void } = {},
): Place => {
  const owner = per === "address" ? addressKey(request.ip) : response.locals.caller.tenant;
  const place = enter(owner, {
    ...(amount === undefined ? {} : { amount }),
    lost: () => {
      rejectAndClose(request, response, refusal);
      lost?.();
    },
  });
  if (typeof place !== "string") return place;
  endConnection(response);
  throw new ApiError(refusal);
};
