import { createHmac } from "node:crypto";
import { webhookTestWords } from "#domain/destinations/test-words.ts";
import type { Clock } from "../ports/clock.ts";
import {
  type Delivery,
  DeliveryFailed,
  type Receipt,
  type TestOutcome,
  type WebhookDestination,
} from "../ports/destination.ts";
import { type HttpOut, NotFetched, type OutAnswer, type WayStage } from "../ports/http-out.ts";
import { withDeadline } from "./deadline.ts";
import type { Notes } from "./notes.ts";
import type { Receipts } from "./receipts.ts";
import { createSteps, type Steps } from "./steps.ts";
import { testing } from "./testing.ts";
import { asFailure } from "./trouble.ts";
import { secretPartsOf, withoutSecrets } from "./without-secrets.ts";

/** All of a call, its answer within, ms (S-2.7). */
const patience = 2_000;
/** Bytes of an answer that are read; the rest is not waited for. */
const mostRead = 2_000;

export type WebhookOptions = {
  http: HttpOut;
  notes: Notes;
  receipts: Receipts;
  clock: Pick<Clock, "wall" | "steady">;
  patienceMs?: number;
  /** The longest that a test may take, its lookup included, ms. */
  testMs: number;
};

/** `tenant`: the shop on whose behalf. */
type Call = { id: string; tenant: string; fileUrl: string; createdAt: string };

/**
 * The value of `Sheaf-Signature` (docs/webhooks.md): HMAC-SHA256 with the report's secret over four lines, the second of this instant, the
 * Idempotency-Key, `created_at` and `fileurl`.
 */
const signatureOf = (secret: string, { id, createdAt, fileUrl }: Omit<Call, "tenant">, at: Date): string => {
  const seconds = Math.floor(at.getTime() / 1000);
  const signed = [seconds, id, createdAt, fileUrl].join("\n");
  return `t=${seconds},v1=${createHmac("sha256", secret).update(signed).digest("hex")}`;
};

/** An answer's first words; what does not come, or is no text, is none. */
const begin = async ({ body }: OutAnswer): Promise<string> => {
  const pieces: Uint8Array[] = [];
  let read = 0;
  try {
    for await (const piece of body) {
      pieces.push(piece);
      read += piece.byteLength;
      if (read >= mostRead) break;
    }
  } catch (error) {
    if (!(error instanceof NotFetched)) throw error;
  }
  return Buffer.concat(pieces).toString("utf8");
};

const wayOfHttp = ["resolved", "connected"] as const;

/** How far a call has come, to be waited for: what came after a stage says that it was passed. */
const createWay = () => {
  const stages = (["resolved", "connected", "secured"] as const).map((stage) => ({
    stage,
    ...Promise.withResolvers<void>(),
  }));
  const at = (stage: WayStage) => stages.findIndex((one) => one.stage === stage);
  return {
    tell: (stage: WayStage): void => {
      for (const { resolve } of stages.slice(0, at(stage) + 1)) resolve();
    },
    reached: async (stage: WayStage): Promise<void> => stages[at(stage)]?.promise,
  };
};

/** Answers that no later try will better: who may not, may not; what is gone, is gone. */
const lastingStatus = new Set([401, 403, 405, 410]);

/** Answers with these statuses may name the time of the next call. */
const mayAskToWait = new Set([429, 503]);

type Answered = { status: number; text: string; retryAfter: string | null };

/** Reads a `Retry-After`, of seconds or a date, as an instant, ISO UTC; undefined if it is neither. */
const readRetryAfter = (retryAfter: string | null, now: Date): string | undefined => {
  const text = retryAfter?.trim() ?? "";
  // Date.parse also takes "-5".
  const date = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : Number.NaN;
  const at = /^\d{1,9}$/.test(text) ? now.getTime() + Number(text) * 1_000 : date;
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
};

const refusal = (
  { status, retryAfter }: Answered,
  host: string,
  { said, now }: { said: string; now: Date },
): DeliveryFailed => {
  const words = said === "" ? "" : ` and said: ${said}`;
  if (status >= 300 && status < 400 && status !== 304)
    return new DeliveryFailed(
      "lasting",
      `${host} answered with a redirect (${status}). Enter the address it leads to.`,
    );
  return new DeliveryFailed(
    lastingStatus.has(status) ? "lasting" : "temporary",
    `${host} answered ${status}${words}.`.replace(/\.\.$/, "."),
    { notBefore: mayAskToWait.has(status) ? readRetryAfter(retryAfter, now) : undefined },
  );
};

const unreached = (error: unknown, host: string): DeliveryFailed => {
  if (error instanceof NotFetched && error.why === "too-slow")
    return new DeliveryFailed(
      "temporary",
      `${host} didn't answer within 2 seconds. Let it answer first and do its work after.`,
    );
  if (error instanceof NotFetched && error.why === "address")
    return new DeliveryFailed(
      "lasting",
      "That isn't an address Sheaf can call. Enter one that begins with https:// or http://, without a user name in it.",
    );
  return asFailure(error instanceof NotFetched && error.why === "broken" ? (error.cause ?? error) : error, host);
};

/** Tells addresses that a report is there to be fetched. */
export const createWebhook = ({ http, notes, receipts, clock, patienceMs = patience, testMs }: WebhookOptions) => {
  const call = async (
    { method, url, secret }: WebhookDestination,
    asked: Call,
    more: { steps: Steps; signal: AbortSignal; headers: Record<string, string> },
  ): Promise<{ host: string; answer: string }> => {
    const to = URL.parse(url.trim());
    const host = to?.hostname ?? "";
    to?.searchParams.set("fileurl", asked.fileUrl);
    to?.searchParams.set("created_at", asked.createdAt);
    const secrets = [secret, ...secretPartsOf(url.trim()), ...secretPartsOf(asked.fileUrl)];
    const way = createWay();
    const ask = () =>
      http.call(
        {
          url: to?.href ?? url,
          shop: asked.tenant,
          bounds: { bytes: mostRead * 2, headersMs: patienceMs, idleMs: patienceMs, wholeMs: patienceMs },
          signal: more.signal,
          headers: {
            "user-agent": "Sheaf",
            "idempotency-key": asked.id,
            "sheaf-signature": signatureOf(secret, asked, clock.wall()),
            ...more.headers,
          },
          follow: false,
          onWay: way.tell,
          ...(method === "POST" ? { body: new Uint8Array() } : {}),
        },
        async (answer): Promise<Answered> => ({
          status: answer.status,
          text: await begin(answer),
          retryAfter: answer.header("retry-after"),
        }),
      );
    const answered = async (): Promise<string> => {
      try {
        const answer = await ask();
        const { status } = answer;
        const said = withoutSecrets(answer.text, secrets);
        if (status < 200 || status > 299) throw refusal(answer, host, { said, now: clock.wall() });
        return `${status}${said === "" ? "" : ` ${said}`}`;
      } catch (error) {
        if (more.signal.aborted) throw more.signal.reason;
        throw error instanceof DeliveryFailed ? error : unreached(error, host);
      }
    };
    const going = answered();
    for (const stage of to?.protocol === "https:" ? [...wayOfHttp, "secured" as const] : wayOfHttp)
      await more.steps.take(stage, () => Promise.race([way.reached(stage), going]));
    return { host, answer: await more.steps.take("called", () => going) };
  };

  const deliver = async (
    delivery: Delivery<WebhookDestination>,
    steps: Steps,
    signal: AbortSignal,
  ): Promise<Receipt> => {
    const { id, tenant, file, createdAt, destination, test } = delivery;
    const headers: Record<string, string> = test ? { "sheaf-test": "true" } : {};
    await notes.writeAsked("webhook", id, { stage: "partly", reached: [], refused: [], by: receipts.by });
    const { host, answer } = await call(
      destination,
      { id, tenant, fileUrl: file.link, createdAt },
      { steps, signal, headers },
    );
    const receipt = {
      at: clock.wall().toISOString(),
      to: host,
      answer,
      steps: steps.taken,
      before: false,
      refused: [],
    };
    return receipts.confirm(id, receipt, signal);
  };

  const test = (destination: WebhookDestination, asked: Call, signal: AbortSignal): Promise<TestOutcome> => {
    const steps = createSteps(clock);
    const who = URL.parse(destination.url.trim())?.hostname ?? "";
    return testing(webhookTestWords, { steps, asked: signal }, (answered) =>
      withDeadline({ asked: signal, ms: testMs, who }, async (until) => {
        const { answer } = await call(destination, asked, { steps, signal: until, headers: { "sheaf-test": "true" } });
        answered(answer);
        return undefined;
      }),
    );
  };
  return { deliver, test };
};
