import { createHmac } from "node:crypto";
import { webhookTestMessages } from "#domain/destinations/test-messages.ts";
import type { Clock } from "../ports/clock.ts";
import {
  type Delivery,
  DeliveryFailed,
  type Receipt,
  type TestOutcome,
  type WebhookDestination,
} from "../ports/destination.ts";
import { type ConnectionStage, NotFetched, type OutboundHttp, type OutboundResponse } from "../ports/outbound-http.ts";
import { withDeadline } from "./deadline.ts";
import type { DeliveryProgressStore } from "./delivery-progress.ts";
import { toNetworkFailure } from "./network-failure.ts";
import type { Receipts } from "./receipts.ts";
import { listSecretParts, redactSecrets } from "./redact-secrets.ts";
import { runDestinationTest } from "./run-test.ts";
import { createSteps, type Steps } from "./steps.ts";

/** Timeout of a whole call and its response, ms (S-2.7). */
const defaultTimeoutMs = 2_000;
/** Most bytes read of a response. */
const maxRead = 2_000;

export type WebhookOptions = {
  http: OutboundHttp;
  progress: DeliveryProgressStore;
  receipts: Receipts;
  clock: Pick<Clock, "wall" | "steady">;
  timeoutMs?: number;
  /**
   * Deadline of a delivery's call or a test, including the name look-up, ms. It holds even if the call never settles.
   */
  wholeMs: number;
};

type Call = {
  id: string;
  tenant: string;
  fileUrl: string;
  createdAt: string;
};

/**
 * Computes `Sheaf-Signature` (docs/webhooks.md): HMAC-SHA256 with the report's secret over four lines: Unix time in
 * seconds, Idempotency-Key, `created_at` and `fileurl`.
 */
const signatureOf = (secret: string, { id, createdAt, fileUrl }: Omit<Call, "tenant">, at: Date): string => {
  const seconds = Math.floor(at.getTime() / 1000);
  const signed = [seconds, id, createdAt, fileUrl].join("\n");
  return `t=${seconds},v1=${createHmac("sha256", secret).update(signed).digest("hex")}`;
};

/** Reads the beginning of a response. Missing or unreadable text is empty. */
const readBeginning = async ({ body }: OutboundResponse): Promise<string> => {
  const pieces: Uint8Array[] = [];
  let read = 0;
  try {
    for await (const piece of body) {
      pieces.push(piece);
      read += piece.byteLength;
      if (read >= maxRead) break;
    }
  } catch (error) {
    if (!(error instanceof NotFetched)) throw error;
  }
  return Buffer.concat(pieces).toString("utf8");
};

const stagesOf = (url: URL | null): readonly ConnectionStage[] =>
  url?.protocol === "https:" ? ["resolved", "connected", "secured"] : ["resolved", "connected"];

/** Tracks a call's stages. A later stage implies the earlier ones. */
const createStageTracker = () => {
  const stages = (["resolved", "connected", "secured"] as const).map((stage) => ({
    stage,
    ...Promise.withResolvers<void>(),
  }));
  const at = (stage: ConnectionStage) => stages.findIndex((one) => one.stage === stage);
  let furthest = -1;
  return {
    tell: (stage: ConnectionStage): void => {
      furthest = Math.max(furthest, at(stage));
      for (const { resolve } of stages.slice(0, at(stage) + 1)) resolve();
    },
    reached: async (stage: ConnectionStage): Promise<void> => stages[at(stage)]?.promise,
    hasReached: (stage: ConnectionStage): boolean => furthest >= at(stage),
  };
};

const hostOf = ({ url }: WebhookDestination): string => URL.parse(url.trim())?.hostname ?? "";

/** No retry changes these: not authorized, forbidden, not allowed, gone. */
const lastingStatus = new Set([401, 403, 405, 410]);

/** Statuses whose response may name the time of the next call. */
const mayAskToWait = new Set([429, 503]);

/** A webhook's response. */
type Answered = {
  status: number;
  text: string;
  retryAfter: string | null;
  /** True if the response redirects to another URL. */
  leadsOn: boolean;
};

/** Parses a `Retry-After`, in seconds or as a date, to ISO UTC. Undefined if it is neither. */
const readRetryAfter = (retryAfter: string | null, now: Date): string | undefined => {
  const text = retryAfter?.trim() ?? "";
  // Date.parse also accepts "-5".
  const date = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : Number.NaN;
  const at = /^\d{1,9}$/.test(text) ? now.getTime() + Number(text) * 1_000 : date;
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
};

const switchedFailure = (host: string, method: WebhookDestination["method"]): DeliveryFailed =>
  new DeliveryFailed(
    "lasting",
    `${host} answered with code 101 (Switching Protocols), which isn't an answer to a report. Enter the address of a webhook that accepts a ${method}.`,
  );

const redirectFailure = ({ status, leadsOn }: Pick<Answered, "status" | "leadsOn">, host: string): DeliveryFailed =>
  new DeliveryFailed(
    "lasting",
    leadsOn
      ? `${host} answered with a redirect (${status}). Enter the address it leads to.`
      : `${host} answered with a redirect (${status}) that leads nowhere. Enter the address that accepts the calls.`,
  );

const refusal = (
  { status, retryAfter, leadsOn }: Answered,
  host: string,
  { responseText, now }: { responseText: string; now: Date },
): DeliveryFailed => {
  const words = responseText === "" ? "" : ` and said: ${responseText}`;
  if (status >= 300 && status < 400 && status !== 304) return redirectFailure({ status, leadsOn }, host);
  return new DeliveryFailed(
    lastingStatus.has(status) ? "lasting" : "temporary",
    `${host} answered ${status}${words}.`.replace(/\.\.$/, "."),
    { notBefore: mayAskToWait.has(status) ? readRetryAfter(retryAfter, now) : undefined },
  );
};

/** `missing`: the first stage that the call didn't reach; undefined: the receiver has the whole call. */
const describeSlowness = (host: string, missing: ConnectionStage | undefined): string => {
  if (missing === undefined)
    return `${host} didn't answer within 2 seconds. Make it answer first and do its work afterwards.`;
  if (missing === "secured")
    return `${host} didn't set up a secure connection within 2 seconds. Check that it uses HTTPS at this port and isn't overloaded.`;
  return `We couldn't connect to ${host} within 2 seconds. Check the address and its firewall.`;
};

const unreachedFailure = (error: unknown, host: string, missing: ConnectionStage | undefined): DeliveryFailed => {
  if (error instanceof NotFetched && error.why === "too-slow")
    return new DeliveryFailed("temporary", describeSlowness(host, missing));
  if (error instanceof NotFetched && error.why === "address")
    return new DeliveryFailed(
      "lasting",
      "That isn't an address Sheaf can call. Enter one that begins with https:// or http://, without a user name in it.",
    );
  return toNetworkFailure(error instanceof NotFetched && error.why === "broken" ? (error.cause ?? error) : error, host);
};

/** Calls webhooks when a report is ready to be fetched. */
export const createWebhook = ({
  http,
  progress,
  receipts,
  clock,
  timeoutMs = defaultTimeoutMs,
  wholeMs,
}: WebhookOptions) => {
  const call = async (
    { method, url, secret }: WebhookDestination,
    webhookCall: Call,
    options: { steps: Steps; signal: AbortSignal; headers: Record<string, string> },
  ): Promise<{ host: string; answer: string }> => {
    const to = URL.parse(url.trim());
    const host = to?.hostname ?? "";
    to?.searchParams.set("fileurl", webhookCall.fileUrl);
    to?.searchParams.set("created_at", webhookCall.createdAt);
    const secrets = [secret, ...listSecretParts(url.trim()), ...listSecretParts(webhookCall.fileUrl)];
    const way = createStageTracker();
    const stages = stagesOf(to);
    const ask = () =>
      http.call(
        {
          url: to?.href ?? url,
          shop: webhookCall.tenant,
          limits: { bytes: maxRead * 2, headersMs: timeoutMs, idleMs: timeoutMs, wholeMs: timeoutMs },
          signal: options.signal,
          headers: {
            "user-agent": "Sheaf",
            "idempotency-key": webhookCall.id,
            "sheaf-signature": signatureOf(secret, webhookCall, clock.wall()),
            ...options.headers,
          },
          followRedirects: false,
          onStage: way.tell,
          ...(method === "POST" ? { body: new Uint8Array() } : {}),
        },
        async (answer): Promise<Answered> => ({
          status: answer.status,
          text: await readBeginning(answer),
          retryAfter: answer.header("retry-after"),
          leadsOn: answer.header("location") !== null,
        }),
      );
    const answered = async (): Promise<string> => {
      try {
        const answer = await ask();
        const { status } = answer;
        const reply = redactSecrets(answer.text, secrets);
        if (status < 200 || status > 299) throw refusal(answer, host, { responseText: reply, now: clock.wall() });
        return `${status}${reply === "" ? "" : ` ${reply}`}`;
      } catch (error) {
        if (options.signal.aborted) throw options.signal.reason;
        if (error instanceof NotFetched && error.why === "switched") throw switchedFailure(host, method);
        if (error instanceof DeliveryFailed) throw error;
        const missing = stages.find((stage) => !way.hasReached(stage));
        throw unreachedFailure(error, host, missing);
      }
    };
    const going = answered();
    for (const stage of stages) await options.steps.runStep(stage, () => Promise.race([way.reached(stage), going]));
    return { host, answer: await options.steps.runStep("called", () => going) };
  };

  const deliver = async (
    delivery: Delivery<WebhookDestination>,
    steps: Steps,
    signal: AbortSignal,
  ): Promise<Receipt> => {
    const { id, tenant, file, createdAt, destination, test } = delivery;
    const headers: Record<string, string> = test ? { "sheaf-test": "true" } : {};
    await progress.writeHandover("webhook", id, { stage: "partly", reached: [], refused: [], by: receipts.processId });
    const webhookCall = { id, tenant, fileUrl: file.link, createdAt };
    const { host, answer } = await withDeadline({ asked: signal, ms: wholeMs, who: hostOf(destination) }, (until) =>
      call(destination, webhookCall, { steps, signal: until, headers }),
    );
    const receipt = {
      at: clock.wall().toISOString(),
      to: host,
      answer,
      steps: steps.completed,
      before: false,
      refused: [],
    };
    return receipts.confirm(id, receipt, signal);
  };

  const test = (destination: WebhookDestination, webhookCall: Call, signal: AbortSignal): Promise<TestOutcome> => {
    const steps = createSteps(clock);
    return runDestinationTest(webhookTestMessages, { steps, asked: signal }, (answered) =>
      withDeadline({ asked: signal, ms: wholeMs, who: hostOf(destination) }, async (until) => {
        const { answer } = await call(destination, webhookCall, {
          steps,
          signal: until,
          headers: { "sheaf-test": "true" },
        });
        answered(answer);
        return undefined;
      }),
    );
  };
  return { deliver, test };
};
