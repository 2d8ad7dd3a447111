import type { IncomingMessage, ServerResponse } from "node:http";

const LIMIT = 2_000_000;

/** An error whose status and body are sent as the response. */
export class HttpProblem extends Error {
  override name = "HttpProblem";
  readonly status: number;
  readonly body: unknown;
  constructor(status: number, body: unknown) {
    super(`${status}`);
    this.status = status;
    this.body = body;
  }
}

export const readText = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    if (!Buffer.isBuffer(part)) continue;
    size += part.length;
    if (size > LIMIT) throw new HttpProblem(413, { errors: "The body is too large." });
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Reads a JSON or form body as an object.
 * @throws {HttpProblem} it is neither
 */
export const readFields = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
  const text = await readText(request);
  if (text === "") return {};
  if ((request.headers["content-type"] ?? "").startsWith("application/x-www-form-urlencoded"))
    return Object.fromEntries(new URLSearchParams(text));
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new HttpProblem(400, { errors: "The body must be a JSON object." });
};

export const sendJson = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void => {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(text),
    ...headers,
  });
  response.end(text);
};

/** `more`: content security policy directives beside the default ones. */
export const sendHtml = (response: ServerResponse, status: number, html: string, more = ""): void => {
  response.writeHead(status, {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "Content-Security-Policy": ["default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'", more]
      .filter((part) => part !== "")
      .join("; "),
  });
  response.end(html);
};

export const redirect = (response: ServerResponse, to: string): void => {
  response.writeHead(303, { Location: to, "Cache-Control": "no-store" });
  response.end();
};
