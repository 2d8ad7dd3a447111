import { createHash } from "node:crypto";
import type { Request } from "express";
import type { Vault } from "#infra/ports/stores/vault.ts";
import { parseShopHost } from "../account/shop-name.ts";
import type { CommandApiDeps } from "../deps.ts";
import { isKeyOf } from "./address.ts";
import { readBody } from "./read-body.ts";
import type { WebhookTopic } from "./topic.ts";

/** A webhook that may be processed. */
export type AdmittedWebhook = {
  shop: string;
  /** Undefined for a shop that never logged in. */
  tenant: string | undefined;
  webhookId: string;
  bodyHash: string;
  /** Time of sending, from the platform, but not signed. */
  sentAt: string | undefined;
  body: unknown;
};

/** Refusal for the log. `signed`: by the platform, but not understood. */
export type RefusedWebhook = { refused: string; signed?: true };

const json = /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i;
const sha256 = /^[A-Za-z0-9+/]{43}=$/;
const id = /^[\w.:/-]{1,200}$/;

/** Returns a header that came exactly once. */
const header = (request: Pick<Request, "headersDistinct">, name: string): string | undefined => {
  const values = request.headersDistinct[name];
  return values?.length === 1 ? values[0] : undefined;
};

/**
 * Parses the body. Undefined for one of another topic. Ignores other fields, so that an odd one can't make us miss an
 * uninstall.
 */
const bodyOf = (
  { body, requiredFields, forbiddenFields = [] }: WebhookTopic,
  object: Record<string, unknown>,
): unknown => {
  if (forbiddenFields.some((name) => (object[name] ?? null) !== null)) return undefined;
  if (requiredFields && !requiredFields.some((name) => Object.hasOwn(object, name))) return undefined;
  return body.safeParse(object).data;
};

/** Hashes a body with a key, as the hash outlives the personal data in it. */
export const hashBody = ({ vault }: { vault: Pick<Vault, "sign"> }, bytes: Uint8Array): string =>
  vault.sign("webhook-body", createHash("sha256").update(bytes).digest("hex"));

/** Headers that are well-formed, but not signed. */
export type WebhookHeaders = { hmac: string; webhookId: string; shop: string; sentAt: string | undefined };

/**
 * Checks headers before the body is received, so that other requests cost no memory. Each header must come exactly once
 * and match this topic.
 */
export const readHeaders = (
  topic: Pick<WebhookTopic, "name">,
  request: Pick<Request, "headersDistinct">,
): WebhookHeaders | RefusedWebhook => {
  const hmac = header(request, "x-shopify-hmac-sha256") ?? "";
  if (!sha256.test(hmac)) return { refused: "no signature" };
  if (!json.test(header(request, "content-type") ?? "")) return { refused: "content type" };
  const encoding = request.headersDistinct["content-encoding"] ?? [];
  if (encoding.some((one) => one.toLowerCase() !== "identity")) return { refused: "compressed" };
  if (header(request, "x-shopify-topic") !== topic.name) return { refused: "topic" };
  const webhookId = header(request, "x-shopify-webhook-id") ?? "";
  if (!id.test(webhookId)) return { refused: "id" };
  const shop = parseShopHost(header(request, "x-shopify-shop-domain") ?? "");
  if (shop === undefined) return { refused: "shop" };
  return { hmac, webhookId, shop, sentAt: header(request, "x-shopify-triggered-at") };
};

/**
 * Admits a webhook with valid headers (`head`), a signature over the raw bytes, checked first and in constant time, and
 * a JSON body of this topic. The header's shop must be that of the signed body or, if bodies name none, the owner of
 * the address (`key`). `turn`: awaited after the signature, before the bytes are parsed.
 */
export const admitWebhook = async (
  deps: Pick<CommandApiDeps, "platform" | "shopNames" | "vault">,
  topic: WebhookTopic,
  {
    head,
    bytes,
    key,
    turn,
  }: { head: WebhookHeaders; bytes: Uint8Array; key: string | undefined; turn: () => Promise<void> },
): Promise<AdmittedWebhook | RefusedWebhook> => {
  const { hmac, shop, webhookId, sentAt } = head;
  if (!deps.platform.verifyWebhook(bytes, hmac)) return { refused: "signature" };
  await turn();
  const object = readBody(bytes);
  if (object === undefined) return { refused: "not a JSON object", signed: true };
  const body = bodyOf(topic, object);
  if (body === undefined) return { refused: "not a body of this topic", signed: true };
  if (topic.addressedBy === "topic" && parseShopHost(topic.getDomain(body)) !== shop)
    return { refused: "shop", signed: true };
  const tenant = await deps.shopNames.findTenant(shop);
  const isItsAddress = isKeyOf(deps, key ?? "", tenant ?? "") && tenant !== undefined;
  if (topic.addressedBy === "shop" && !isItsAddress) return { refused: "address", signed: true };
  return { shop, tenant, webhookId, bodyHash: hashBody(deps, bytes), sentAt, body };
};
