import { describe, expect, it } from "vitest";
import { ExportStatus, FileType } from "#domain/enumerations.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import { fileFormats, offeredFileTypes } from "#domain/file-formats.ts";
import { type ExportProgress, toProgressKey } from "#domain/read-models/documents.ts";
import { exporterForTests, someOrders } from "#tests/support/exporter-for-tests.ts";
import { pictureCalled } from "#tests/support/pictures.ts";
import { openExcel } from "#tests/support/read-report.ts";
import { until } from "#tests/support/until.ts";
import { createExportJob } from "../jobs/export-job.ts";
import type { Picture } from "./picture.ts";
import { pictureLimits } from "./picture-limits.ts";
import type { WaitPermit } from "./wait-permits.ts";

const never = new AbortController().signal;
const addressOf = (n: number): string => `https://cdn.example/${n % 5}.png`;
const drawn = new Map([0, 1, 2, 3, 4].map((n): [string, Picture] => [addressOf(n), pictureCalled(`p${n}`)]));

/** An exporter of one-line orders. Their pictures are those in `shown` at the time of the request. */
const exporterWith = (shown: Map<string, Picture>, count = 20, waitPermit?: () => WaitPermit) => {
  const orders = someOrders(count).map((order, n) => ({
    ...order,
    lineItems: [{ id: `gid://shopify/LineItem/${n}`, title: "Cup", quantity: 1, image: { url: addressOf(n) } }],
  }));
  const exporter = exporterForTests(orders);
  let waits: (address: string) => Promise<void> = async () => {};
  const sources = () => async (address: string, signal: AbortSignal) => {
    await waits(address);
    signal.throwIfAborted();
    return shown.get(address);
  };
  const deps = { ...exporter.deps, pictures: { sources, bounds: pictureLimits, ...(waitPermit && { waitPermit }) } };
  const columns = ["OrderNum", "Image"].map((column) => ({ column, title: null, width: null, format: null }));
  const request = async (exportId: string, changes: Partial<FrozenInput> = {}) => {
    const { design } = await exporter.request(`design-of-${exportId}`);
    return exporter.request(exportId, { fileType: FileType.Excel, ...changes, design: { ...design, columns } });
  };
  const run = async (exportId: string, signal = never) => {
    await exporter.enqueue(exportId);
    const job = await exporter.claim();
    await createExportJob(deps)(job, signal);
    await exporter.deps.queue.complete(job);
    return exporter.stateOf(exportId);
  };
  const waitFor = (wait: typeof waits) => {
    waits = wait;
  };
  return { exporter, request, run, waitFor };
};
const picturesOf = async (exporter: ReturnType<typeof exporterForTests>, fileKey: string): Promise<number> => {
  const pieces: Uint8Array[] = [];
  for await (const piece of await exporter.deps.fileStore.open(fileKey)) pieces.push(piece);
  const workbook = await openExcel(Buffer.concat(pieces));
  return workbook.worksheets.reduce((sum, sheet) => sum + sheet.getImages().length, 0);
};

describe("an export with images", () => {
  it("shows them, and reports none as missing", async () => {
    const { exporter, request, run } = exporterWith(drawn);
    await request("e1");
    const state = await run("e1");
    if (state.status !== "finished") throw new Error(`It is ${state.status}.`);
    expect(await picturesOf(exporter, state.file.fileKey)).toBe(20);
    expect(state.file.pictures).toMatchObject({ failed: 0, beyond: 0 });
  });

  it("finishes even if images are missing, and counts those that are links", async () => {
    const { exporter, request, run } = exporterWith(new Map([...drawn].slice(0, 3)));
    await request("e1");
    const state = await run("e1");
    if (state.status !== "finished") throw new Error(`It is ${state.status}.`);
    expect(await picturesOf(exporter, state.file.fileKey)).toBe(12);
    expect(state.file.pictures).toMatchObject({ failed: 2, beyond: 0 });
  });

  const formats = offeredFileTypes.map((type) => [fileFormats[type].name, type] as const);

  it.each(formats.filter(([, type]) => fileFormats[type].holds.pictures > 0))(
    "requests them for each format with images: %s",
    async (_, fileType) => {
      const { request, run, waitFor } = exporterWith(drawn);
      const requested = new Set<string>();
      waitFor(async (address) => void requested.add(address));
      await request("e1", { fileType });
      expect(await run("e1")).toMatchObject({ status: "finished", file: { pictures: { failed: 0, beyond: 0 } } });
      expect(requested).toEqual(new Set(drawn.keys()));
    },
  );

  it.each(formats.filter(([, type]) => fileFormats[type].holds.pictures === 0))(
    "keeps addresses in a format without images (%s), and requests none",
    async (_, fileType) => {
      const { exporter, request, run, waitFor } = exporterWith(drawn, 3);
      waitFor(() => Promise.reject(new Error("No image should be requested.")));
      await request("e1", { fileType });
      const state = await run("e1");
      if (state.status !== "finished") throw new Error(`It is ${state.status}.`);
      expect(await exporter.fileOf(state.file.fileKey)).toContain(addressOf(2));
      expect(state.file).not.toHaveProperty("pictures");
    },
  );

  it("shows in its progress that it is downloading images", async () => {
    const { exporter, request, run, waitFor } = exporterWith(drawn);
    waitFor(async () => {
      await until("its progress says so", async () => {
        const entry = await exporter.deps.stateStore.get<ExportProgress>(toProgressKey("e1"));
        return entry?.value.status === ExportStatus.DownloadingImages;
      });
    });
    await request("e1");
    expect((await run("e1")).status).toBe("finished");
  });

  it("can be interrupted while it waits for an image", async () => {
    const { request, run, waitFor } = exporterWith(drawn);
    const stop = new AbortController();
    waitFor(async () => stop.abort(new Error("shutdown")));
    await request("e1");
    expect((await run("e1", stop.signal)).status).toBe("requested");
  });

  it("gives back its permit to wait for images, whether it finishes or not", async () => {
    const [stop, events] = [new AbortController(), [] as string[]];
    const waitPermit = () => {
      events.push("made");
      return { acquire: () => true, release: () => void events.push("released") };
    };
    const { request, run, waitFor } = exporterWith(drawn, 20, waitPermit);
    await request("e1");
    expect((await run("e1")).status).toBe("finished");
    waitFor(async () => stop.abort(new Error("shutdown")));
    await request("e2");
    expect((await run("e2", stop.signal)).status).toBe("requested");
    expect(events).toEqual(["made", "released", "made", "released"]);
  });

  it("reports, when run again, that only images differ", async () => {
    const shown = new Map(drawn);
    const { request, run } = exporterWith(shown);
    const input = await request("first");
    await run("first");
    const again = { ...input, repeats: { exportId: "first", askedAt: "2026-11-20T13:30:00.000Z" } };
    await request("same", again);
    expect(await run("same")).toMatchObject({ file: { compared: { outcome: "identical" } } });
    shown.set(addressOf(1), pictureCalled("another"));
    await request("other", again);
    const differs = { outcome: "differs", added: 0, removed: 0, changed: 0, reordered: false, pictures: true };
    expect(await run("other")).toMatchObject({ file: { compared: differs } });
  });
});
