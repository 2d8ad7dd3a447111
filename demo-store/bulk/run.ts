import { setTimeout as sleep } from "node:timers/promises";
import { execute, type GraphQLError, type GraphQLSchema } from "graphql";
import type { RequestContext } from "../graphql/context.ts";
import type { BulkEnd, BulkRecord } from "../services/state.ts";
import type { BulkFaultKind } from "./faults.ts";
import { injectFaults } from "./inject-faults.ts";
import { createLines } from "./line-bytes.ts";
import { isNodeObject, linesOf, type NodeLines } from "./lines.ts";
import { type BulkPlan, pagedDocuments } from "./paged-document.ts";
import { checkBulkQuery } from "./refusals.ts";

/** Root nodes per page. Children follow one page after their parents, so this decides the order of lines. */
const pageNodes = 100;
/** Root nodes per query; must divide a page. Larger responses move to V8's old space. */
const nodesPerQuery = 10;

export type BulkRunOptions = {
  schema: GraphQLSchema;
  record: BulkRecord;
  context: RequestContext;
  /** Receives complete lines. The buffer is reused once the promise resolves. */
  write: (lines: Uint8Array) => Promise<void>;
  onCount: (objects: number, roots: number) => void;
  signal: AbortSignal;
};

/** Runs a bulk query page by page. Without grouping, children are written one page after their parents (P-4.6). */
export const runBulkQuery = async (options: BulkRunOptions): Promise<BulkEnd> => {
  const { record, signal } = options;
  const checked = checkBulkQuery(options.schema, record.query);
  if ("refusals" in checked) throw new Error(`${record.id} is not a bulk query.`);
  const faults = new Set<BulkFaultKind>(record.faults);
  const writer = createLineWriter(options, faults);
  // `bulk-unordered` reverses whole pages.
  const perQuery = faults.has("bulk-unordered") ? pageNodes : nodesPerQuery;
  for (const plan of pagedDocuments(checked.operation)) {
    let after: string | null = null;
    do {
      if (faults.has("bulk-slow")) await sleep(record.delayMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return { status: "CANCELED" };
      let nodes = 0;
      do {
        const batch = await readNodes(options, plan, { first: perQuery, after });
        if ("errors" in batch) return failed(batch.errors);
        writer.add(batch.nodes);
        nodes += batch.nodes.length;
        after = batch.after;
      } while (after !== null && nodes < pageNodes);
      await writer.endPage();
      if (faults.has("bulk-fails")) return { status: "FAILED", errorCode: "INTERNAL_SERVER_ERROR" };
      if (faults.has("bulk-denied")) return { status: "FAILED", errorCode: "ACCESS_DENIED" };
      if (faults.has("bulk-cancels")) return { status: "CANCELED" };
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

const readNodes = async (
  { schema, context }: BulkRunOptions,
  { root, document, branches }: BulkPlan,
  { first, after }: { first: number; after: string | null },
) => {
  const { data, errors } = await execute({
    schema,
    document,
    contextValue: context,
    variableValues: { bulkFirst: first, bulkAfter: after },
  });
  if (errors) return { errors };
  const connection = data?.[root];
  if (!isNodeObject(connection) || !Array.isArray(connection.edges) || !isNodeObject(connection.bulkPage))
    throw new Error("A page of a bulk query has no edges.");
  const nodes = connection.edges.map((edge: { node: Record<string, unknown> }) => linesOf(edge.node, branches));
  const { hasNextPage, endCursor } = connection.bulkPage;
  return { nodes, after: hasNextPage === true && typeof endCursor === "string" ? endCursor : null };
};

const createLineWriter = (
  { record, write, onCount }: BulkRunOptions,
  faults: ReadonlySet<BulkFaultKind>,
): { add(nodes: NodeLines[]): void; endPage(): Promise<void>; end(): Promise<void> } => {
  let objects = 0;
  let roots = 0;
  const currentLines = createLines();
  /** The previous page's lines that aren't next to their parents. */
  let deferredLines = createLines();
  let nextDeferredLines = createLines();
  /** The first page, written last by the `bulk-unordered` fault. */
  let heldPage: NodeLines[] | undefined;
  let first = true;

  const appendLines = (nodes: NodeLines[]): void => {
    for (const { own, below } of nodes) {
      currentLines.add(own);
      for (const line of below) (record.groupObjects ? currentLines : nextDeferredLines).add(line);
    }
  };
  const endPage = async (): Promise<void> => {
    onCount(objects, roots);
    await write(currentLines.bytes());
    await write(deferredLines.bytes());
    currentLines.clear();
    deferredLines.clear();
    [deferredLines, nextDeferredLines] = [nextDeferredLines, deferredLines];
  };

  return {
    add(nodes) {
      objects += nodes.reduce((sum, { below }) => sum + 1 + below.length, 0);
      roots += nodes.length;
      const faultyNodes = injectFaults(nodes, faults, first);
      if (first && faults.has("bulk-unordered")) heldPage = faultyNodes.toReversed();
      else appendLines(faults.has("bulk-unordered") ? faultyNodes.toReversed() : faultyNodes);
      first = false;
    },
    endPage,
    async end() {
      if (heldPage) {
        appendLines(heldPage);
        await endPage();
      }
      if (faults.has("bulk-short")) deferredLines.dropLast();
      await write(deferredLines.bytes());
    },
  };
};
