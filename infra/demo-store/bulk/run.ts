import { setTimeout as sleep } from "node:timers/promises";
import { execute, type GraphQLError, type GraphQLSchema } from "graphql";
import type { BulkEnd, BulkRecord } from "../desk/state.ts";
import type { RequestContext } from "../graphql/context.ts";
import { disturbed } from "./disturbed.ts";
import type { BulkFaultKind } from "./faults.ts";
import { isNodeObject, linesOf, type NodeLines } from "./lines.ts";
import { type BulkPlan, pagedDocuments } from "./paged-document.ts";
import { checkBulkQuery } from "./refusals.ts";

const nodesAtOnce = 100;

export type BulkRunOptions = {
  schema: GraphQLSchema;
  record: BulkRecord;
  context: RequestContext;
  /** Takes whole lines, each with its end. */
  write: (text: string) => Promise<void>;
  onCount: (objects: number, roots: number) => void;
  signal: AbortSignal;
};

/** Carries out a bulk query page by page; lines of children stand a page behind their parents unless they are to be grouped (P-4.6). */
export const runBulkQuery = async (options: BulkRunOptions): Promise<BulkEnd> => {
  const { record, signal } = options;
  const checked = checkBulkQuery(options.schema, record.query);
  if ("refusals" in checked) throw new Error(`${record.id} is not a bulk query.`);
  const faults = new Set<BulkFaultKind>(record.faults);
  const writer = createLineWriter(options, faults);
  for (const plan of pagedDocuments(checked.operation)) {
    let after: string | null = null;
    do {
      if (faults.has("bulk-slow")) await sleep(record.delayMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return { status: "CANCELED" };
      const page = await readPage(options, plan, after);
      if ("errors" in page) return failed(page.errors);
      await writer.page(page.nodes);
      if (faults.has("bulk-fails")) return { status: "FAILED", errorCode: "INTERNAL_SERVER_ERROR" };
      if (faults.has("bulk-denied")) return { status: "FAILED", errorCode: "ACCESS_DENIED" };
      if (faults.has("bulk-cancels")) return { status: "CANCELED" };
      after = page.after;
      await new Promise((resolve) => setImmediate(resolve));
    } while (after !== null);
  }
  await writer.end();
  return { status: "COMPLETED" };
};

const failed = (errors: readonly GraphQLError[]): BulkEnd => ({
  status: "FAILED",
  errorCode: errors.some(({ extensions }) => extensions.code === "ACCESS_DENIED")
    ? "ACCESS_DENIED"
    : "INTERNAL_SERVER_ERROR",
});

const readPage = async (
  { schema, context }: BulkRunOptions,
  { root, document, branches }: BulkPlan,
  after: string | null,
) => {
  const { data, errors } = await execute({
    schema,
    document,
    contextValue: context,
    variableValues: { bulkFirst: nodesAtOnce, bulkAfter: after },
  });
  if (errors) return { errors };
  const answer = data?.[root];
  if (!isNodeObject(answer) || !Array.isArray(answer.edges) || !isNodeObject(answer.bulkPage))
    throw new Error("A page of a bulk query has no edges.");
  const nodes = answer.edges.map((edge: { node: Record<string, unknown> }) => linesOf(edge.node, branches));
  const { hasNextPage, endCursor } = answer.bulkPage;
  return { nodes, after: hasNextPage === true && typeof endCursor === "string" ? endCursor : null };
};

const createLineWriter = (
  { record, write, onCount }: BulkRunOptions,
  faults: ReadonlySet<BulkFaultKind>,
): { page(nodes: NodeLines[]): Promise<void>; end(): Promise<void> } => {
  let objects = 0;
  let roots = 0;
  /** Of the page before: what is not next to its parent. */
  let late: string[] = [];
  /** The first page, which comes last. */
  let kept: NodeLines[] | undefined;
  let first = true;

  const put = async (lines: readonly string[]): Promise<void> => {
    if (lines.length > 0) await write(`${lines.join("\n")}\n`);
  };
  const lay = async (nodes: NodeLines[]): Promise<void> => {
    if (record.groupObjects) await put(nodes.flatMap(({ own, below }) => [own, ...below]));
    else {
      await put(nodes.map(({ own }) => own));
      await put(late);
      late = nodes.flatMap(({ below }) => below);
    }
  };

  return {
    async page(nodes) {
      objects += nodes.reduce((sum, { below }) => sum + 1 + below.length, 0);
      roots += nodes.length;
      onCount(objects, roots);
      const page = disturbed(nodes, faults, first);
      if (first && faults.has("bulk-unordered")) kept = page.toReversed();
      else await lay(faults.has("bulk-unordered") ? page.toReversed() : page);
      first = false;
    },
    async end() {
      if (kept) await lay(kept);
      await put(faults.has("bulk-short") ? late.slice(0, -1) : late);
    },
  };
};
