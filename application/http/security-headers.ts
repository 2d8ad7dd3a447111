import type { RequestHandler } from "express";

export type Served = {
  /** False only when Sheaf runs on the user's own computer, with the demo store's pictures over plain HTTP. */
  https: boolean;
};

/**
 * Content security policy of pages. Inline scripts need a listed hash. Inline styles don't, because emotion writes them
 * at run time. Images also come from the store platform.
 */
export const pageCsp = ({ https }: Served, scripts: readonly string[] = []): string =>
  [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(" "),
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: https:${https ? "" : " http:"}`,
    // Tutorial videos may be on another host (LINK_TUTORIAL_VIDEO).
    "media-src 'self' https:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");

/** Sets headers of every response; `https` adds strict transport security. */
export const securityHeaders = (options: Served): RequestHandler => {
  const always = new Headers({
    "content-security-policy": pageCsp(options),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    // Addresses of files and of the login callback hold secrets.
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    ...(options.https ? { "strict-transport-security": "max-age=31536000" } : {}),
  });
  return (_request, response, next) => {
    response.setHeaders(always);
    next();
  };
};
