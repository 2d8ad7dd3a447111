import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BulkUserError } from "../bulk/refusals.ts";
import { signQuery } from "./signatures.ts";
import type { BulkEnd, BulkRecord, InstallationStore } from "./state.ts";

/** Concurrent operations per app and shop (P-4.6). */
const maxConcurrent = 5;
/** Time in which a finished file can be fetched, ms. */
const retentionMs = 7 * 86_400_000;

const isOpen = ({ status }: BulkRecord): boolean =>
  status === "CREATED" || status === "RUNNING" || status === "CANCELING";

export type BulkOptions = {
  shop: string;
  origin: () => string;
  state: InstallationStore;
  wall: () => number;
  clientSecret: string;
  check: (query: string) => BulkUserError[];
  run: (
    record: BulkRecord,
    to: { write: (lines: Uint8Array) => Promise<void>; onCount: (objects: number, roots: number) => void },
    signal: AbortSignal,
  ) => Promise<BulkEnd>;
  /** Called for each operation that completed, failed or was canceled. */
  onFinish: (record: BulkRecord) => void;
};

type StartOptions = Pick<BulkRecord, "query" | "groupObjects" | "frozen">;
type ArmedFaults = Pick<BulkRecord, "faults" | "delayMs">;

const second = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;
const numberOf = (id: string): string => id.slice(id.lastIndexOf("/") + 1);

/** The app's bulk operations at one shop. Those interrupted by a restart begin again on the shop's first request. */
export const createBulk = (options: BulkOptions) => {
  const { shop, state, wall } = options;
  const own = () => {
    const installation = state.of(shop);
    installation.bulkOperations ??= [];
    return installation.bulkOperations;
  };
  let folder: string | undefined;
  let closed = false;
  const running = new Map<string, { stop: AbortController; ended: Promise<void> }>();
  const folderOf = (): string => {
    folder ??= state.folder ?? mkdtempSync(join(tmpdir(), "demo-bulk-"));
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return folder;
  };
  const pathOf = (record: BulkRecord): string => join(folderOf(), `${shop}-${numberOf(record.id)}.jsonl`);

  const carryOut = async (record: BulkRecord, stop: AbortController): Promise<void> => {
    const file: FileHandle = await open(pathOf(record), "w", 0o600);
    let bytes = 0;
    const write = async (lines: Uint8Array): Promise<void> => {
      bytes += lines.length;
      await file.writeFile(lines);
    };
    const onCount = (objects: number, roots: number): void => {
      record.objectCount = objects;
      record.rootObjectCount = roots;
    };
    let end: BulkEnd;
    try {
      record.status = "RUNNING";
      end = await options.run(record, { write, onCount }, stop.signal);
    } catch (error) {
      process.stderr.write(`A bulk operation failed: ${error instanceof Error ? error.stack : String(error)}\n`);
      end = { status: "FAILED", errorCode: "INTERNAL_SERVER_ERROR" };
    } finally {
      await file.close();
    }
    // The next process continues this operation.
    if (closed) return;
    record.status = end.status;
    record.errorCode = end.status === "FAILED" ? end.errorCode : null;
    record.fileSize = bytes;
    record.completedAt = second(wall());
    if (record.faults.includes("bulk-expires")) record.status = "EXPIRED";
    state.save();
    options.onFinish(record);
  };

  const begin = (record: BulkRecord): void => {
    const stop = new AbortController();
    const ended = carryOut(record, stop).finally(() => running.delete(record.id));
    running.set(record.id, { stop, ended });
  };

  /** A finished file expires after seven days, or once someone has removed it. */
  const refreshed = (record: BulkRecord): BulkRecord => {
    const over = record.completedAt !== null && wall() - Date.parse(record.completedAt) >= retentionMs;
    const gone = record.status === "COMPLETED" && record.fileSize !== 0 && !existsSync(pathOf(record));
    if ((over || gone) && record.status === "COMPLETED") {
      record.status = "EXPIRED";
      void rm(pathOf(record), { force: true });
      state.save();
    }
    return record;
  };

  const urlOf = (record: BulkRecord): string => {
    const expires = String(Date.parse(record.completedAt ?? "") + retentionMs);
    const path = `/_bulk/${shop}/${numberOf(record.id)}.jsonl`;
    const signature = signQuery(options.clientSecret, { path, expires });
    return `${options.origin()}${path}?${new URLSearchParams({ expires, sign: signature })}`;
  };

  const toApiShape = (one: BulkRecord) => {
    const record = refreshed(one);
    const hasRows = record.fileSize !== null && record.fileSize > 0;
    return {
      __typename: "BulkOperation",
      id: record.id,
      status: record.status,
      errorCode: record.errorCode,
      createdAt: record.createdAt,
      completedAt: record.status === "COMPLETED" ? record.completedAt : null,
      query: record.query,
      type: "QUERY",
      objectCount: String(record.objectCount),
      rootObjectCount: String(record.rootObjectCount),
      fileSize: record.status === "COMPLETED" && hasRows ? String(record.fileSize) : null,
      url: record.status === "COMPLETED" && hasRows ? urlOf(record) : null,
      partialDataUrl: record.status === "FAILED" && hasRows ? urlOf(record) : null,
    };
  };

  for (const record of own()) {
    if (record.status === "CANCELING") record.status = "CANCELED";
    else if (isOpen(record)) begin(record);
  }

  return {
    begin: (startOptions: StartOptions, takeFaults: () => ArmedFaults) => {
      const refuse = (userErrors: BulkUserError[]) => ({ bulkOperation: null, userErrors });
      const refusals = options.check(startOptions.query);
      if (refusals.length > 0) return refuse(refusals);
      const busy = own().filter(isOpen);
      if (busy.length >= maxConcurrent) {
        const message = `A bulk query operation for this app and shop is already in progress: ${busy.map(({ id }) => id).join(", ")}`;
        return refuse([{ field: null, message, code: "OPERATION_IN_PROGRESS" }]);
      }
      const record: BulkRecord = {
        ...startOptions,
        ...takeFaults(),
        id: `gid://shopify/BulkOperation/${6_500_000_000_000 + state.of(shop).nextId++}`,
        status: "CREATED",
        errorCode: null,
        createdAt: second(wall()),
        completedAt: null,
        objectCount: 0,
        rootObjectCount: 0,
        fileSize: null,
      };
      own().push(record);
      state.save();
      // The response must say CREATED, so it is made before the operation begins.
      const bulkOperation = toApiShape(record);
      begin(record);
      return { bulkOperation, userErrors: [] };
    },
    cancel: (id: string) => {
      const record = own().find((one) => one.id === id);
      const refuse = (message: string) => ({ bulkOperation: null, userErrors: [{ field: ["id"], message }] });
      if (!record) return refuse("Bulk operation does not exist");
      if (!isOpen(record))
        return {
          bulkOperation: toApiShape(record),
          userErrors: [
            {
              field: null,
              message: `A bulk operation cannot be canceled when it is ${record.status.toLowerCase()}`,
            },
          ],
        };
      record.status = "CANCELING";
      state.save();
      running.get(id)?.stop.abort();
      return { bulkOperation: toApiShape(record), userErrors: [] };
    },
    byId: (id: string) => {
      const record = own().find((one) => one.id === id);
      return record ? toApiShape(record) : null;
    },
    /** Lists all operations, newest first. */
    list: () => own().map(toApiShape).toReversed(),
    /** Finds the file at a signed address; undefined if that is wrong or expired. */
    fileAt: (path: string, expires: string, signature: string): { path: string; bytes: number } | undefined => {
      const number = /\/(\d+)\.jsonl$/.exec(path)?.[1];
      const record = own().find(({ id }) => numberOf(id) === number);
      if (!record || record.fileSize === null || record.status === "EXPIRED") return undefined;
      if (signQuery(options.clientSecret, { path, expires }) !== signature || wall() >= Number(expires))
        return undefined;
      return { path: pathOf(record), bytes: record.fileSize };
    },
    /** Stops operations without recording an end, so the next process continues them. */
    close: async (): Promise<void> => {
      closed = true;
      for (const { stop } of running.values()) stop.abort();
      await Promise.allSettled([...running.values()].map(({ ended }) => ended));
      if (state.folder === undefined && folder !== undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
};
export type BulkService = ReturnType<typeof createBulk>;
