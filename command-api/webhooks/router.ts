import { type Request, type RequestHandler, type Response, Router } from "express";
import { endConnection } from "#application/admission/admit-request.ts";
import { createBodyMemory, getAnnouncedLength } from "#application/admission/body-memory.ts";
import { places } from "#application/admission/limits.ts";
import { createPool, type Place } from "#application/admission/pool.ts";
import { ApiError, toOkEnvelope } from "#application/http/api-error.ts";
import { toTooLargeError } from "#application/http/to-http.ts";
import { hasConsentedSince } from "#application/session/authorized-at.ts";
import { sha256 } from "#application/text/derive-id.ts";
import { webhookPath } from "#application/webhooks/addresses.ts";
import { type ReceivedWebhook, recordReceived } from "#application/webhooks/received-webhooks.ts";
import type { CommandApiDeps } from "../deps.ts";
import { admitWebhook, type RefusedWebhook, readHeaders, type WebhookHeaders } from "./gate.ts";
import { processedKey, processOnce } from "./process-once.ts";
import type { DeliveryOfUnknownShop, WebhookTopic } from "./topic.ts";

const refused = () =>
  new ApiError({
    status: 401,
    code: "unauthorized",
    message: "The store platform sends no such webhook to this address.",
  });

/** Logs a refusal. One that the platform signed concerns the operator and does not count against the sender. */
const logRefused = ({ locals }: Response, topic: WebhookTopic, { refused: reason, signed }: RefusedWebhook): void => {
  const fields = { topic: topic.name, reason };
  if (signed) locals.log.warn(fields, "a webhook that the platform signed was refused");
  else locals.log.info(fields, "a webhook was refused");
  locals.counted = signed ?? false;
};

/** Refuses by the headers, without receiving the body. */
const checkHeaders =
  (topic: WebhookTopic): RequestHandler =>
  (request, response, next) => {
    const head = readHeaders(topic, request);
    if ("refused" in head) {
      logRefused(response, topic, head);
      endConnection(response);
      throw refused();
    }
    if ((getAnnouncedLength(request) ?? 0) > topic.maxBodyBytes) {
      endConnection(response);
      throw new ApiError(toTooLargeError(topic.maxBodyBytes));
    }
    response.locals.head = head;
    next();
  };

const onlyPost: RequestHandler = () => {
  throw new ApiError({
    status: 405,
    code: "method",
    message: "Send webhooks by POST.",
    headers: { allow: "POST" },
  });
};

/** Handles an admitted webhook. Hints about unknown shops do not pass the gate. */
const handle = async (
  deps: CommandApiDeps,
  topic: WebhookTopic,
  { tenant, ...delivery }: DeliveryOfUnknownShop & { tenant: string | undefined },
  body: unknown,
): Promise<void> => {
  if (tenant !== undefined) {
    const known = { ...delivery, tenant };
    await topic.handle(deps, known, body);
  } else if (topic.addressedBy === "topic") await topic.handleUnknown(deps, delivery, body);
};

const isObsolete = async (deps: CommandApiDeps, topic: WebhookTopic, tenant: string, sentAt: string | undefined) =>
  topic.addressedBy === "topic" && topic.endedByConsent && hasConsentedSince(deps, tenant, sentAt);

/** Processes a webhook and records the outcome. A failure to record is only logged. */
const processAndRecord = async (
  deps: CommandApiDeps,
  { locals }: Response,
  { key, ...received }: Omit<ReceivedWebhook, "at" | "outcome"> & { key: string },
  work: () => Promise<"handled" | "passed over">,
): Promise<void> => {
  const note = (outcome: ReceivedWebhook["outcome"]): Promise<void> =>
    recordReceived(deps, sha256(key).slice(0, 32), { ...received, outcome }).catch((err: unknown) =>
      locals.log.warn({ err }, "The outcome of a webhook could not be recorded for the support console."),
    );
  try {
    await note(await work());
  } catch (error) {
    // Another delivery is being handled, and records the outcome.
    if (!(error instanceof ApiError)) await note("failed");
    throw error;
  }
};

/**
 * Receives webhooks, with one gate for all topics. Each webhook is taken once. Those of one shop take turns, like its
 * calls (ADR 35), in their own queue, so that large bodies do not block other shops.
 */
export const webhookRouter = (deps: CommandApiDeps, topics: readonly WebhookTopic[]): Router => {
  const router = Router({ caseSensitive: true });
  const withBodyMemory = createBodyMemory(places.webhookBodies);
  const pool = createPool(places.webhooks);
  for (const topic of topics) {
    const template = webhookPath(topic);
    const path = template.replace("{key}", ":key");
    const processInTurn = async (
      request: Request,
      response: Response,
      acquirePermit: (shop: string) => Promise<void>,
    ): Promise<void> => {
      const { log, requestId } = response.locals;
      const head: WebhookHeaders = response.locals.head;
      const bytes: Uint8Array = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const { key } = request.params;
      const admitted = await admitWebhook(deps, topic, {
        head,
        bytes,
        key: typeof key === "string" ? key : undefined,
        turn: () => acquirePermit(head.shop),
      });
      if ("refused" in admitted) {
        logRefused(response, topic, admitted);
        throw refused();
      }
      const { tenant, shop, webhookId, bodyHash, sentAt, body } = admitted;
      const work = () => handle(deps, topic, { tenant, shop, webhookId, bodyHash, requestId, log }, body);
      if (topic.addressedBy === "shop" && !topic.remembered) await work();
      else {
        const key = processedKey(topic.name, { shop, webhookId, bodyHash });
        const isOver = tenant !== undefined && (await isObsolete(deps, topic, tenant, sentAt));
        await processAndRecord(
          deps,
          response,
          { key, topic: topic.name, shop, tenant: tenant ?? null, webhookId },
          async () => {
            if (!isOver) await processOnce(deps, key, work);
            return isOver ? "passed over" : "handled";
          },
        );
      }
      response.json(toOkEnvelope(true));
    };
    const take = async (request: Request, response: Response, begin: () => boolean): Promise<void> => {
      if (!begin()) return;
      let place: Place | undefined;
      // Only signed webhooks get this far, so the header's shop is trusted.
      const acquirePermit = async (shop: string): Promise<void> => {
        const entered = pool.enter(shop);
        if (typeof entered === "string") throw new ApiError(places.webhooks.refusal);
        place = entered;
        await place.acquire();
      };
      try {
        await processInTurn(request, response, acquirePermit);
      } finally {
        place?.leave();
      }
    };
    router.all(path, (_request, response, next) => {
      response.locals.route = template;
      next();
    });
    router.post(path, checkHeaders(topic), withBodyMemory({ maxBytes: topic.maxBodyBytes, handle: take }));
    router.all(path, onlyPost);
  }
  return router;
};
