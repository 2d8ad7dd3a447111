import { z } from "zod";
import { PlatformError, type ShopAccess } from "../../ports/store-platform.ts";
import type { StorePlatformOptions, Tools } from "../options.ts";
import { classifyStatus, reconnectNeededError } from "./classify-response.ts";
import { type HttpResponse, type NoResponse, postJson } from "./http.ts";
import type { RetryCause } from "./retry-policy.ts";
import { toShopUrl } from "./shop-url.ts";

/** Granted tokens. Lifetimes are in seconds. */
export type TokenGrant = {
  accessToken: string;
  scopes: string[];
  expiresIn: number | undefined;
  refreshToken: string | undefined;
  refreshExpiresIn: number | undefined;
};

/** `refused`: only a new login helps. */
export type TokenGrantOutcome =
  | { kind: "granted"; grant: TokenGrant }
  | { kind: "again"; again: RetryCause }
  | { kind: "refused"; error: PlatformError };

export type TokenGrants = {
  exchange(access: ShopAccess, code: string): Promise<TokenGrantOutcome>;
  /** Refreshes tokens. Ignores the access's signal: an aborted refresh would lose the new pair. */
  refresh(access: ShopAccess, refreshToken: string): Promise<TokenGrantOutcome>;
};

const TokenAnswer = z.object({
  access_token: z.string().min(1),
  scope: z.string().default(""),
  expires_in: z.number().optional(),
  refresh_token: z.string().optional(),
  refresh_token_expires_in: z.number().optional(),
});

/** Sends the OAuth requests that carry the app's secret, once each: the caller retries. */
export const createTokenGrants = (
  options: Pick<StorePlatformOptions, "urlTemplate" | "clientId" | "clientSecret">,
  tools: Tools,
): TokenGrants => {
  const ask = async (access: ShopAccess, body: object, signal?: AbortSignal): Promise<TokenGrantOutcome> => {
    const url = `${toShopUrl(options.urlTemplate, access.shop)}/admin/oauth/access_token`;
    const credentials = { client_id: options.clientId, client_secret: options.clientSecret };
    return classifyGrant(await postJson(tools, url, { ...credentials, ...body }, {}, signal));
  };
  return {
    exchange: (access, code) => ask(access, { code, expiring: "1" }, access.signal),
    refresh: (access, refreshToken) => ask(access, { grant_type: "refresh_token", refresh_token: refreshToken }),
  };
};

const classifyGrant = (answer: HttpResponse | NoResponse): TokenGrantOutcome => {
  if (answer.kind === "lost") return { kind: "again", again: { reason: answer.reason } };
  if (answer.status === 400 || answer.status === 401) {
    return { kind: "refused", error: reconnectNeededError(`token request: HTTP ${answer.status}`) };
  }
  const verdict = classifyStatus(answer);
  if (verdict?.kind === "again") return { kind: "again", again: verdict.again };
  if (verdict?.kind === "failed" && verdict.error instanceof PlatformError)
    return { kind: "refused", error: verdict.error };
  const parsed = TokenAnswer.safeParse(parse(answer.text));
  if (!parsed.success) {
    const sentence = "The store platform sent no tokens. Log in again.";
    return { kind: "refused", error: new PlatformError("unexpected-answer", sentence, "token request") };
  }
  const token = parsed.data;
  return {
    kind: "granted",
    grant: {
      accessToken: token.access_token,
      scopes: token.scope.split(",").filter((scope) => scope !== ""),
      expiresIn: token.expires_in,
      refreshToken: token.refresh_token,
      refreshExpiresIn: token.refresh_token_expires_in,
    },
  };
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // The text may hold a token, so it is never reported. The schema refuses it right after.
    return undefined;
  }
};
