import type { Logger } from "pino";
import type { z } from "zod";
import type { CommandApiDeps } from "../deps.ts";

/** Verified facts about a webhook. */
export type Delivery = {
  tenant: string;
  /** The shop's name, without its domain. */
  shop: string;
  /** The platform's id of this message: the same at every redelivery. It comes from a header, which is not signed. */
  webhookId: string;
  /** Keyed hash of the signed body. Another body under the same id is another message. */
  bodyHash: string;
  requestId: string;
  log: Logger;
};

/** Facts about a webhook of a shop that was never here. */
export type DeliveryOfUnknownShop = Omit<Delivery, "tenant">;

type Topic = {
  /** Value of X-Shopify-Topic. */
  name: string;
  /** The fields that are read, as tolerant as possible: a refused webhook is lost. Other fields may be present. */
  body: z.ZodObject;
  /** Fields of which a body of this topic has at least one, even if null. For topics with similar schemas. */
  requiredFields?: readonly string[];
  /** Fields that, if they have a value, mark a body as one of another topic. */
  forbiddenFields?: readonly string[];
  /** Maximum length of the body, bytes. */
  maxBodyBytes: number;
};

/** Usual maximum body length, bytes. The platform's bodies take a few KB. */
export const defaultMaxBodyBytes = 262_144;

/** A topic whose signed body names its shop. Sent to `/webhooks/{name}`; its content can be trusted. */
export type ShopTopic = Topic & {
  addressedBy: "topic";
  /** The shop's domain from the signed body, as headers are not signed. */
  getDomain(body: unknown): string;
  /** Concerns the installation at that time: void if the shop has consented again since it was sent. */
  endedByConsent: boolean;
  /**
   * May be cut off and run again; completes at most once per webhook id. Must finish within 5 s: longer work is a job.
   */
  handle(deps: CommandApiDeps, delivery: Delivery, body: unknown): Promise<void>;
  /** Handles a webhook of a shop that was never here. Most topics do nothing. */
  handleUnknown(deps: CommandApiDeps, delivery: DeliveryOfUnknownShop, body: unknown): Promise<void>;
};

/**
 * A topic whose body names no shop. It comes to an unguessable address of the shop and is only a hint: the handler asks
 * the platform with our own token.
 */
export type HintTopic = Topic & {
  addressedBy: "shop";
  /** True if taken webhooks are recorded, so that each is taken once. If false, handling must be idempotent. */
  remembered: boolean;
  /** See {@link ShopTopic}. */
  handle(deps: CommandApiDeps, delivery: Delivery, body: unknown): Promise<void>;
};

/** All differences between topics are data here; the checks are the same for all (gate.ts). */
export type WebhookTopic = ShopTopic | HintTopic;

/** Declares a topic whose body names its shop. The body's schema types its functions. */
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

/** Declares a topic whose body names no shop. The body's schema types its functions. */
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
