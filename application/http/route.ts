import type { Logger } from "pino";
import type { z } from "zod";
import type { Refusal, RefusalCode } from "#domain/core/decider.ts";
import type { Position } from "#infra/ports/stores/event-store.ts";
import type { ApiError } from "./api-error.ts";

/** `support`: the agent who impersonates the shop, and the impersonation session. */
export type Caller = {
  tenant: string;
  shop: string;
  token: { jti: string; epoch: string; expiresAt: Date };
  support?: { agent: string; impersonation: string };
};

/**
 * anonymous: no token. account: a token, before terms and charges. shop: also terms accepted and charges paid.
 */
export type Access = "anonymous" | "account" | "shop";

export type Call = {
  requestId: string;
  commandId: string | undefined;
  log: Logger;
  /** If-Match: the ETag of what the user saw (D-4). */
  ifMatch: string | undefined;
  /** Aborts when the client goes away, or at the deadline (call-signal.ts). */
  signal: AbortSignal;
  /**
   * Checks again if a support agent may do this. Call right before a change, as the call may have waited.
   * @throws {ApiError} 401 the merchant ended the impersonation session, 403 they stopped changes
   */
  assertStillAdmitted(): Promise<void>;
  cookie(name: string): string | undefined;
  setHeader(name: string, value: string): void;
  /** Sets the header `x-event-position` (D-5). */
  setPosition(position: Position | undefined): void;
};

export type CallOf<A extends Access> = Call & (A extends "anonymous" ? { caller?: undefined } : { caller: Caller });

export type Input<Body, Query, Params> = { body: Body; query: Query; params: Params };

export type EventStream = {
  signal: AbortSignal;
  /** Sends an event. `id`: to resume from. */
  send(event: string, data: object, id?: string): void;
};

/** May throw to refuse the stream. Otherwise `begin` and `stop` are called once each. */
export type PrepareEventStream = (
  input: { query: unknown },
  call: Call & { caller: Caller },
  stream: EventStream,
) => Promise<{ begin(): void; stop(): void }>;

/** A call of the API: the source of routing, validation, access and OpenAPI. */
export type Route = {
  method: "GET" | "POST" | "PUT";
  /** Path below `/api/`, with `{parameter}`. */
  path: string;
  summary: string;
  /** Sentences for OpenAPI that add to the summary. */
  description: string;
  /** Codes of the route's own rules. `refusals.ts` derives the others. */
  refuses: readonly RefusalCode[];
  access: Access;
  /** True if it counts as a login, of which an address has few (`rate-limits.ts`). */
  isLogIn: boolean;
  body: z.ZodType | undefined;
  /** The body is a bare value that may also come as `{"<bare>": value}`. */
  bare: "id" | "ids" | "value" | undefined;
  /** Longest body; default: body.ts, by `access`. */
  maxBodyBytes: number | undefined;
  /** Maximum number of objects, lists and field names; default: body.ts. */
  maxBodyParts: number | undefined;
  /** True if If-Match may have an ETag. For OpenAPI only. */
  ifMatch: boolean;
  query: z.ZodType | undefined;
  params: z.ZodType | undefined;
  data: z.ZodType;
  /** Read models that the response is made from; `x-await-position` waits for them. */
  reads: readonly string[];
  /** Calls the store platform, so it queues apart (mount.ts). */
  asksPlatform: boolean;
  /** Skips the shop's queue: cheap work that must go on under any load (mount.ts). */
  skipsQueue: boolean;
  /** Built once, as the response never changes while the process runs (mount.ts). */
  isConstant: boolean;
  /** True if the response holds a session token, so it isn't compressed (compressed-answer.ts). */
  answersToken: boolean;
  malformed: ((sentences: string[]) => ApiError) | undefined;
  /** Streams events instead of one answer (event-stream.ts). `data` is then the schema of an event. */
  events: PrepareEventStream | undefined;
  handle(input: Input<unknown, unknown, unknown>, call: Call & { caller?: Caller | undefined }): Promise<unknown>;
};

export type GatedRoute = Pick<Route, "access" | "method" | "path">;

/** Result of a handler. Refusals are allowed only if the route declares them. */
type Answer<D extends z.ZodType, R extends RefusalCode> = z.input<D> | ([R] extends [never] ? never : Refusal);

type Declared<
  A extends Access,
  B extends z.ZodType,
  Q extends z.ZodType,
  P extends z.ZodType,
  D extends z.ZodType,
  R extends RefusalCode,
> = {
  method: Route["method"];
  path: string;
  summary: string;
  description: string;
  refuses?: readonly R[];
  access: A;
  isLogIn?: boolean;
  body?: B;
  bare?: "id" | "ids" | "value";
  maxBodyBytes?: number;
  maxBodyParts?: number;
  ifMatch?: boolean;
  query?: Q;
  params?: P;
  data: D;
  reads?: readonly string[];
  asksPlatform?: boolean;
  skipsQueue?: boolean;
  isConstant?: boolean;
  answersToken?: boolean;
  malformed?: (sentences: string[]) => ApiError;
  handler(input: Input<z.output<B>, z.output<Q>, z.output<P>>, call: CallOf<A>): Promise<Answer<D, R>> | Answer<D, R>;
};

/** The handler's types derive from the schemas. */
export const route = <
  A extends Access,
  D extends z.ZodType,
  B extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
  P extends z.ZodType = z.ZodUndefined,
  R extends RefusalCode = never,
>(
  declared: Declared<A, B, Q, P, D, R>,
): Route => ({
  method: declared.method,
  path: declared.path,
  summary: declared.summary,
  description: declared.description,
  refuses: declared.refuses ?? [],
  access: declared.access,
  isLogIn: declared.isLogIn ?? false,
  body: declared.body,
  bare: declared.bare,
  maxBodyBytes: declared.maxBodyBytes,
  maxBodyParts: declared.maxBodyParts,
  ifMatch: declared.ifMatch ?? false,
  query: declared.query,
  params: declared.params,
  data: declared.data,
  reads: declared.reads ?? [],
  asksPlatform: declared.asksPlatform ?? false,
  skipsQueue: declared.skipsQueue ?? false,
  isConstant: declared.isConstant ?? false,
  answersToken: declared.answersToken ?? false,
  malformed: declared.malformed,
  events: undefined,
  // Safe casts: the mount validates input by these schemas and passes a caller unless the route is anonymous.
  handle: async (input, call) =>
    declared.handler(input as Input<z.output<B>, z.output<Q>, z.output<P>>, call as CallOf<A>),
});

/** Declares a route of events. `data`: schema of an event. */
export const eventsRoute = <D extends z.ZodType, Q extends z.ZodType>(declared: {
  path: string;
  summary: string;
  description: string;
  query: Q;
  data: D;
  events(query: z.output<Q>, call: CallOf<"shop">, stream: EventStream): Promise<{ begin(): void; stop(): void }>;
}): Route => ({
  ...route({
    method: "GET",
    path: declared.path,
    summary: declared.summary,
    description: declared.description,
    access: "shop",
    query: declared.query,
    data: declared.data,
    skipsQueue: true,
    handler: () => {
      throw new Error(`GET ${declared.path} answers events.`);
    },
  }),
  events: ({ query }, call, stream) => declared.events(query as z.output<Q>, call, stream),
});
