import { z } from "zod";
import type {
  BulkOperation,
  BulkStartResult,
  BulkStatus,
  OrdersRequest,
  ShopAccess,
} from "../../ports/store-platform.ts";
import { createUnexpectedAnswerError } from "../calls/classify-response.ts";
import type { Graphql } from "../calls/graphql.ts";
import { documents } from "../documents/documents.ts";
import { findReadableFields } from "../export-orders.ts";
import type { PlatformLogger } from "../options.ts";
import { buildBulkQuery, planBulk } from "./plan.ts";

/** Counts travel as text (P-4.1). */
const count = z.coerce.number().int().nonnegative();
const Begun = z.object({
  bulkOperationRunQuery: z.object({
    bulkOperation: z.object({ id: z.string().min(1) }).nullable(),
    userErrors: z.array(z.object({ message: z.string(), code: z.string().nullish() })),
  }),
});
const Listed = z.object({
  bulkOperations: z.object({ nodes: z.array(z.object({ id: z.string(), status: z.string(), query: z.string() })) }),
});
const PolledOperation = z.object({
  bulkOperation: z
    .object({
      status: z.string(),
      errorCode: z.string().nullable(),
      objectCount: count,
      rootObjectCount: count,
      fileSize: count.nullable(),
      url: z.string().nullable(),
    })
    .nullable(),
});

const read = <T>(schema: z.ZodType<T>, data: unknown): T => {
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  throw createUnexpectedAnswerError(
    parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join(", "),
  );
};

/** True for too many concurrent operations, which is no fault. */
const isBusy = (code: string | null | undefined): boolean =>
  code === "OPERATION_IN_PROGRESS" || code === "LIMIT_REACHED";

const alive: readonly string[] = ["CREATED", "RUNNING", "COMPLETED"];

/**
 * Starts an operation once per key: one whose response was lost is found by its query. Finds the fields we may read
 * first: one denied field makes a bulk operation fail.
 */
export const startBulk = async (
  graphql: Graphql,
  access: ShopAccess,
  request: OrdersRequest,
  { key, logger }: { key: string; logger: PlatformLogger },
): Promise<BulkStartResult> => {
  const { fields, denied, lacking } = await findReadableFields(graphql, access, request);
  const plan = planBulk(fields);
  const query = plan && buildBulkQuery(plan, request.query, key);
  if (query === undefined) return { kind: "pages", reason: "Every order would have to be asked for more." };
  const optional = fields.filter((field) => !request.fields.includes(field));
  const begun = (id: string): BulkStartResult => ({
    kind: "begun",
    ticket: { id, query, fields, ...(optional.length > 0 && { optional }), denied, lacking },
  });
  const listed = read(Listed, (await graphql(access, { document: documents.bulkOperations })).data);
  const same = listed.bulkOperations.nodes.find((one) => one.query === query && alive.includes(one.status));
  if (same) return begun(same.id);
  const { data } = await graphql(access, {
    document: documents.runBulkQuery,
    variables: { query },
    isNonIdempotent: true,
  });
  const { bulkOperation, userErrors } = read(Begun, data).bulkOperationRunQuery;
  if (bulkOperation) return begun(bulkOperation.id);
  if (userErrors.some(({ code }) => isBusy(code))) return { kind: "busy" };
  const reason = userErrors.map(({ message }) => message).join(" ");
  logger.warn({ shop: access.shop, reason }, "the store platform refused a bulk query; its orders are read by pages");
  return { kind: "pages", reason };
};

export const pollBulk = async (
  graphql: Graphql,
  access: ShopAccess,
  { id }: Pick<BulkOperation, "id">,
  origins: readonly string[],
): Promise<BulkStatus> => {
  const { data } = await graphql(access, { document: documents.bulkOperation, variables: { id } });
  const operation = read(PolledOperation, data).bulkOperation;
  if (!operation) return { kind: "lost", reason: "The platform no longer knows it." };
  const { status, errorCode, objectCount: objects, rootObjectCount: orders, fileSize: bytes, url } = operation;
  if (status === "CREATED" || status === "RUNNING") return { kind: "running", objects, orders };
  // A file with an error code may lack anything, so pages read the orders.
  if (status !== "COMPLETED" || errorCode !== null)
    return { kind: "lost", reason: errorCode === null ? status : `${status} ${errorCode}` };
  if (url === null && orders > 0) return { kind: "lost", reason: "Its file has no address." };
  if (url === null) return { kind: "ready", objects, orders, file: null };
  if (bytes === null) return { kind: "lost", reason: "Its file has no size." };
  if (!canFetch(url, origins)) return { kind: "lost", reason: "Its file is at an address that we don't fetch from." };
  return { kind: "ready", objects, orders, file: { url, bytes } };
};

/** True for an address over TLS, or at the platform's own origins; the call checks the final address. */
const canFetch = (url: string, origins: readonly string[]): boolean => {
  const read = URL.parse(url);
  return read !== null && (read.protocol === "https:" || origins.includes(read.origin));
};

/** Cancels an operation. Ignores the result for one that has ended. */
export const cancelBulk = async (
  graphql: Graphql,
  access: ShopAccess,
  { id }: Pick<BulkOperation, "id">,
): Promise<void> => {
  await graphql(access, { document: documents.cancelBulkOperation, variables: { id } });
};
