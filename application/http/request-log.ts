import type { RequestHandler } from "express";
import type { Logger } from "pino";

const wellFormed = /^[A-Za-z0-9._-]{1,100}$/;

/**
 * Gives every request an id (a well-formed `x-request-id`, else a new one), a logger and one log line. Logs the route
 * template, as addresses hold shop names, signatures and file tokens.
 */
export const requestLog =
  (options: { log: Logger; uuid: () => string }): RequestHandler =>
  (request, response, next) => {
    const headerValue = request.get("x-request-id");
    const requestId = headerValue !== undefined && wellFormed.test(headerValue) ? headerValue : options.uuid();
    const log = options.log.child({ requestId });
    response.locals.requestId = requestId;
    response.locals.log = log;
    response.set("x-request-id", requestId);
    const began = performance.now();
    response.once("close", () => {
      const line = {
        method: request.method,
        route: response.locals.route ?? "other",
        status: response.statusCode,
        ms: Math.round(performance.now() - began),
        ...(response.writableFinished ? {} : { aborted: true }),
      };
      if (response.statusCode >= 500) log.warn(line, "answered");
      else if (line.route === "other" || line.route === "/healthz") log.debug(line, "answered");
      else log.info(line, "answered");
    });
    next();
  };
