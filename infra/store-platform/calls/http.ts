import type { Tools } from "../options.ts";

export type HttpResponse = { kind: "answer"; status: number; retryAfter: string | null; text: string };
/** The connection was refused or cut, or timed out. */
export type NoResponse = { kind: "lost"; reason: string };

/**
 * Doesn't follow redirects: a token goes to the shop's own address or nowhere. Rejects only with the reason of the
 * caller's signal.
 */
export const postJson = async (
  tools: Pick<Tools, "fetch" | "requestTimeout">,
  url: string,
  body: object,
  headers: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<HttpResponse | NoResponse> => {
  signal?.throwIfAborted();
  const timeout = AbortSignal.timeout(tools.requestTimeout);
  try {
    const response = await tools.fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json", ...headers },
      body: JSON.stringify(body),
      redirect: "manual",
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    const text = await response.text();
    return { kind: "answer", status: response.status, retryAfter: response.headers.get("retry-after"), text };
  } catch (error) {
    signal?.throwIfAborted();
    return { kind: "lost", reason: timeout.aborted ? "no answer in time" : causeOf(error) };
  }
};

/** fetch hides the reason in the cause ("fetch failed"). */
const causeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
};
