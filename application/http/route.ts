import type { Logger } from "pino";
import type { z } from "zod";
import type { Refusal, RefusalCode } from "#domain/core/decider.ts";
import type { Position } from "#infra/ports/stores/event-store.ts";
import type { ApiError } from "./api-error.ts";

/** Who is calling, from the token. `support`: somebody of support who looks into the shop, and by which look. */
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

/** What every handler gets beside its validated input. */
export type Call = {
  requestId: string;
  /** `x-command-id`, when the client sent one. */
  commandId: string | undefined;
  log: Logger;
  /** The header If-Match as it came: the ETag of what the user saw (D-4). */
  ifMatch: string | undefined;
  /** Aborts when the client goes away, and when the time that a person waits is over (call-signal.ts). */
  signal: AbortSignal;
  /**
   * Asks once more whether somebody of support may do this: right before a change, as the call may have waited since. Of a merchant's own call
   * it asks nothing.
   * @throws {ApiError} 401 the merchant has ended the look, 403 they have stopped changes
   */
  stillAdmitted(): Promise<void>;
  /** A cookie of the browser that asks; undefined without one. */
  cookie(name: string): string | undefined;
  setHeader(name: string, value: string): void;
  /** Answers `x-event-position` (D-5). */
  setPosition(position: Position | undefined): void;
};

export type CallOf<A extends Access> = Call & (A extends "anonymous" ? { caller?: undefined } : { caller: Caller });

export type Input<Body, Query, Params> = { body: Body; query: Query; params: Params };

/** What an answer sends that tells of events as they come. `signal` aborts when nobody listens any more. `id`: where to go on from. */
export type EventStream = { signal: AbortSignal; send(event: string, data: object, id?: string): void };

/** Prepares such an answer, and may refuse it by throwing; then it begins, and is stopped once. */
export type EventsOf = (
  input: { query: unknown },
  call: Call & { caller: Caller },
  stream: EventStream,
) => Promise<{ begin(): void; stop(): void }>;

/** A call of the API, declared once: routing, validation, access and OpenAPI follow from it. */
export type Route = {
  method: "GET" | "POST" | "PUT";
  /** Below `/api/`, with `{name}` for parameters. */
  path: string;
  summary: string;
  /** For OpenAPI: plain sentences that add to the summary. */
  description: string;
  /** Kinds of refusals by its own rules. `refusals.ts` derives the others from the rest of the declaration. */
  refuses: readonly RefusalCode[];
  access: Access;
  /** Counts as a log-in, of which an address has few (`limit.ts`). */
  limited: boolean;
  body: z.ZodType | undefined;
  /** The body is a bare value that may also come as `{"<bare>": value}`. */
  bare: "id" | "ids" | "value" | undefined;
  /** Largest body in bytes; the default follows from the access (body.ts). */
  largest: number | undefined;
  /** Objects, lists and names of fields that a body has at most; the default is body.ts's. */
  parts: number | undefined;
  /** Takes the ETag of what the user saw in If-Match. For OpenAPI; the handler reads it. */
  ifMatch: boolean;
  query: z.ZodType | undefined;
  params: z.ZodType | undefined;
  data: z.ZodType;
  /** Read models the answer is made of; `x-await-position` waits for them. */
  reads: readonly string[];
  /** Waits for the store platform: it has its turn beside the other calls of its shop (mount.ts). */
  asksPlatform: boolean;
  /** Has no place in the line of its shop, and never waits: little work that must go on whatever the shop asks for (mount.ts). */
  waitsForNone: boolean;
  /** Answers everybody the same as long as the process runs: that is put together once (mount.ts). */
  constant: boolean;
  /** Answers a token of a session, so it is sent as it is (packed-answer.ts). */
  answersToken: boolean;
  /** Words of its own for a malformed body. */
  malformed: ((sentences: string[]) => ApiError) | undefined;
  /** Answers events for as long as the caller listens (event-stream.ts) in place of one answer; `data` is what an event says. */
  events: EventsOf | undefined;
  handle(input: Input<unknown, unknown, unknown>, call: Call & { caller?: Caller | undefined }): Promise<unknown>;
};

/** What the gate judges a call by. */
export type Admitted = Pick<Route, "access" | "method" | "path">;

/** A handler refuses by rule only where the route declares what it refuses. */
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
  limited?: boolean;
  body?: B;
  bare?: "id" | "ids" | "value";
  largest?: number;
  parts?: number;
  ifMatch?: boolean;
  query?: Q;
  params?: P;
  data: D;
  reads?: readonly string[];
  asksPlatform?: boolean;
  waitsForNone?: boolean;
  constant?: boolean;
  answersToken?: boolean;
  malformed?: (sentences: string[]) => ApiError;
  handler(input: Input<z.output<B>, z.output<Q>, z.output<P>>, call: CallOf<A>): Promise<Answer<D, R>> | Answer<D, R>;
};

/** Declares a route; the handler's types follow from the schemas. */
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
  limited: declared.limited ?? false,
  body: declared.body,
  bare: declared.bare,
  largest: declared.largest,
  parts: declared.parts,
  ifMatch: declared.ifMatch ?? false,
  query: declared.query,
  params: declared.params,
  data: declared.data,
  reads: declared.reads ?? [],
  asksPlatform: declared.asksPlatform ?? false,
  waitsForNone: declared.waitsForNone ?? false,
  constant: declared.constant ?? false,
  answersToken: declared.answersToken ?? false,
  malformed: declared.malformed,
  events: undefined,
  // The mount validates input by these very schemas and passes a caller unless the route is anonymous.
  handle: async (input, call) =>
    declared.handler(input as Input<z.output<B>, z.output<Q>, z.output<P>>, call as CallOf<A>),
});

/** Declares a call that answers events (server-sent events): `data` is the schema of what one says. */
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
    waitsForNone: true,
    handler: () => {
      throw new Error(`GET ${declared.path} answers events.`);
    },
  }),
  events: ({ query }, call, stream) => declared.events(query as z.output<Q>, call, stream),
});
