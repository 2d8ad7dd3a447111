import type { Logger } from "pino";
import type { z } from "zod";
import type { CommandApiDeps } from "../deps.ts";

/** What the gate has found out about a webhook; everything in it is checked. */
export type Delivery = {
  tenant: string;
  /** The shop's name, without its domain. */
  shop: string;
  /** The platform's id of this message: the same at every redelivery. A header, which is not signed. */
  webhookId: string;
  /** Keyed hash of the signed body: what else comes under the same id is another message. */
  bodyHash: string;
  requestId: string;
  log: Logger;
};

/** What is known of a webhook about a shop that was never here. */
export type DeliveryOfUnknown = Omit<Delivery, "tenant">;

type Topic = {
  /** As in X-Shopify-Topic. */
  name: string;
  /** The fields that are read, as wide as they can be taken: what it refuses is lost. Others may stand beside them. */
  body: z.ZodObject;
  /** Fields of which a body of this topic has at least one, be it null, where the schema alone does not tell it from another topic's. */
  oneOf?: readonly string[];
  /** Fields that make a body one of another topic, when they have a value. */
  noneOf?: readonly string[];
  /** Longest body that is read, in bytes. */
  largest: number;
};

/** As long as a webhook about one thing may be; the platform's are of a few KB. */
export const usualLargest = 262_144;

/** A topic whose signed body names its shop: sent to `/webhooks/{name}`, and what it says may be acted upon. */
export type ShopTopic = Topic & {
  at: "topic";
  /** The shop's domain as the signed body gives it: headers are not signed. */
  domainOf(body: unknown): string;
  /** About an installation as it was: void when the shop has consented anew since the platform sent it. */
  endedByConsent: boolean;
  /** May be cut off and run again; runs to its end at most once per webhook id. Done within 5 s: what takes longer is a job. */
  handle(deps: CommandApiDeps, delivery: Delivery, body: unknown): Promise<void>;
  /** The same for a shop that was never here. Most topics do nothing then. */
  handleUnknown(deps: CommandApiDeps, delivery: DeliveryOfUnknown, body: unknown): Promise<void>;
};

/**
 * A topic whose body names no shop: sent to an address of the shop's own that cannot be guessed, and no more than a hint: whoever acts upon it asks the
 * platform with our own token, so that nothing can be changed by what it says.
 */
export type HintTopic = Topic & {
  at: "shop";
  /** Whether it is noted which were taken, so that each is taken once. Without it taking one again must be as good as once. */
  remembered: boolean;
  /** As of {@link ShopTopic}. */
  handle(deps: CommandApiDeps, delivery: Delivery, body: unknown): Promise<void>;
};

/**
 * A topic that is taken. Everything that distinguishes topics is data here; how a webhook is checked is the same for all (gate.ts).
 */
export type WebhookTopic = ShopTopic | HintTopic;

/** Declares a topic whose body names its shop; the types of its functions follow from the schema of its body. */
export const webhookTopic = <Body extends z.ZodObject>(declared: {
  name: string;
  body: Body;
  oneOf?: readonly string[];
  noneOf?: readonly string[];
  largest: number;
  domainOf(body: z.output<Body>): string;
  endedByConsent: boolean;
  handle(deps: CommandApiDeps, delivery: Delivery, body: z.output<Body>): Promise<void>;
  handleUnknown?(deps: CommandApiDeps, delivery: DeliveryOfUnknown, body: z.output<Body>): Promise<void>;
}): ShopTopic => ({
  name: declared.name,
  body: declared.body,
  ...(declared.oneOf && { oneOf: declared.oneOf }),
  ...(declared.noneOf && { noneOf: declared.noneOf }),
  largest: declared.largest,
  endedByConsent: declared.endedByConsent,
  at: "topic",
  // The gate passes what this very schema has let through.
  domainOf: (body) => declared.domainOf(body as z.output<Body>),
  handle: (deps, delivery, body) => declared.handle(deps, delivery, body as z.output<Body>),
  handleUnknown: async (deps, delivery, body) => declared.handleUnknown?.(deps, delivery, body as z.output<Body>),
});

/** Declares a topic whose body names no shop; the types of its functions follow from the schema of its body. */
export const hintTopic = <Body extends z.ZodObject>(declared: {
  name: string;
  body: Body;
  noneOf?: readonly string[];
  largest: number;
  remembered: boolean;
  handle(deps: CommandApiDeps, delivery: Delivery, body: z.output<Body>): Promise<void>;
}): HintTopic => ({
  ...declared,
  at: "shop",
  handle: (deps, delivery, body) => declared.handle(deps, delivery, body as z.output<Body>),
});
