import type { Logger } from "pino";
import type { z } from "zod";
import type { CommandApiDeps } from "../deps.ts";

export type Delivery = {
  tenant: string;
  shop: string;
  /** Id from an unsigned header; the same at every redelivery. */
  webhookId: string;
  /** Keyed hash of the signed body: another body under the same id is another message. */
  bodyHash: string;
  requestId: string;
  log: Logger;
};

/** Delivery for a shop that was never here. */
export type DeliveryOfUnknownShop = Omit<Delivery, "tenant">;

type Topic = {
  /** Value of X-Shopify-Topic. */
  name: string;
  /** Fields to read. The schema is tolerant, as a refused webhook is lost. Other fields may be present. */
  body: z.ZodObject;
  /** A body has at least one of these, even if null. For topics with similar schemas. */
  requiredFields?: readonly string[];
  /** Fields whose values mark a body of another topic. */
  forbiddenFields?: readonly string[];
  maxBodyBytes: number;
};

/** Longest body: the platform's take a few KB. */
export const defaultMaxBodyBytes = 262_144;

/** A topic whose signed body names its shop. Sent to `/webhooks/{name}`. */
export type ShopTopic = Topic & {
  addressedBy: "topic";
  /** Reads the domain from the signed body, as headers are not signed. */
  getDomain(body: unknown): string;
  /** True if the webhook is void once the shop has consented again since it was sent. */
  endedByConsent: boolean;
  /** Runs again if cut off; completes at most once per webhook id. Must finish within 5 s: longer work is a job. */
  handle(deps: CommandApiDeps, delivery: Delivery, body: unknown): Promise<void>;
  /** Handles a webhook for a shop that was never here. Most topics do nothing. */
  handleUnknown(deps: CommandApiDeps, delivery: DeliveryOfUnknownShop, body: unknown): Promise<void>;
};

/** A topic whose body names no shop. It comes to an unguessable address of the shop and is only a hint. */
export type HintTopic = Topic & {
  addressedBy: "shop";
  /** True if each webhook is recorded and taken once. If false, handling must be idempotent. */
  remembered: boolean;
  handle(deps: CommandApiDeps, delivery: Delivery, body: unknown): Promise<void>;
};

/** Differences between topics are data; the checks are the same (gate.ts). */
export type WebhookTopic = ShopTopic | HintTopic;

/** Defines a topic whose body names its shop. The body's schema types the functions. */
export const defineWebhookTopic = <Body extends z.ZodObject>(declared: {
  name: string;
  body: Body;
  requiredFields?: readonly string[];
  forbiddenFields?: readonly string[];
  maxBodyBytes: number;
  getDomain(body: z.output<Body>): string;
  endedByConsent: boolean;
  handle(deps: CommandApiDeps, delivery: Delivery, body: z.output<Body>): Promise<void>;
  handleUnknown?(deps: CommandApiDeps, delivery: DeliveryOfUnknownShop, body: z.output<Body>): Promise<void>;
}): ShopTopic => ({
  name: declared.name,
  body: declared.body,
  ...(declared.requiredFields && { requiredFields: declared.requiredFields }),
  ...(declared.forbiddenFields && { forbiddenFields: declared.forbiddenFields }),
  maxBodyBytes: declared.maxBodyBytes,
  endedByConsent: declared.endedByConsent,
  addressedBy: "topic",
  // Safe cast: the gate passes only what this schema accepted.
  getDomain: (body) => declared.getDomain(body as z.output<Body>),
  handle: (deps, delivery, body) => declared.handle(deps, delivery, body as z.output<Body>),
  handleUnknown: async (deps, delivery, body) => declared.handleUnknown?.(deps, delivery, body as z.output<Body>),
});

/** Defines a topic whose body names no shop. The body's schema types the functions. */
export const defineHintTopic = <Body extends z.ZodObject>(declared: {
  name: string;
  body: Body;
  forbiddenFields?: readonly string[];
  maxBodyBytes: number;
  remembered: boolean;
  handle(deps: CommandApiDeps, delivery: Delivery, body: z.output<Body>): Promise<void>;
}): HintTopic => ({
  ...declared,
  addressedBy: "shop",
  handle: (deps, delivery, body) => declared.handle(deps, delivery, body as z.output<Body>),
});
