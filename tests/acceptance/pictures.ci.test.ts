import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FileType } from "#domain/enumerations.ts";
import { demoControl } from "#tests/support/demo-control.ts";
import { download, generate, logIn, type Merchant, waitForExport } from "#tests/support/merchant.ts";
import { hashOf } from "#tests/support/pictures.ts";
import { openExcel, readHtml } from "#tests/support/read-report.ts";
import { type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { type Design, fixedMoments, newDesign } from "./scenario.ts";

/** Reports over HTTP with the demo store's images: a new design shows the column Image first. */
describe("a report with images", () => {
  let sheaf: StartedSheaf;
  let merchant: Merchant;
  let design: Design;
  beforeAll(async () => {
    sheaf = await startSheaf({ env: fixedMoments });
    merchant = await logIn(sheaf, "aurora-demo");
    design = await newDesign(merchant);
  }, 90_000);
  afterAll(() => sheaf?.stop());

  const made = async (fileType: FileType) => {
    const range = { kind: "custom", from: "2026-10-25", to: "2026-10-31" } as const;
    const { ReportExportId } = await generate(merchant, design.report.id, { range, fileType });
    const job = await waitForExport(merchant, ReportExportId);
    return { job, bytes: await download(merchant, job) };
  };
  /** Fetches an image in the size that reports show. */
  const atStore = async (address: string): Promise<string> =>
    hashOf(new Uint8Array(await (await fetch(`${address}?width=120`)).arrayBuffer()));
  const excelOf = async (bytes: Uint8Array) => {
    const workbook = await openExcel(bytes);
    const [sheet] = workbook.worksheets;
    const images = sheet?.getImages() ?? [];
    return images.map(({ imageId, range }) => ({
      address: String(sheet?.getCell(range.tl.nativeRow + 1, 1).value),
      hash: hashOf(Buffer.from(workbook.getImage(Number(imageId)).buffer as unknown as Uint8Array)),
    }));
  };

  it("has the store's image in every row in Excel, and the same images within the HTML page", async () => {
    const excel = await made(FileType.Excel);
    const shown = await excelOf(excel.bytes);
    expect(shown.length).toBeGreaterThan(10);
    for (const { address, hash } of shown) expect(hash, address).toBe(await atStore(address));
    expect(excel.job).toMatchObject({ FailedPictures: 0, LeftPictures: 0 });
    const html = await made(FileType.Html);
    const page = readHtml(html.bytes);
    expect([page.pictures, page.loaded]).toEqual([shown.map(({ address }) => address), []]);
  });

  it("finishes if the store's images are broken, counts those missing, and includes them next time", async () => {
    const demo = demoControl(sheaf.demoUrl, "borealis-demo");
    merchant = await logIn(sheaf, "borealis-demo");
    design = await newDesign(merchant);
    for (const kind of ["picture-404", "picture-html", "picture-huge", "picture-redirect"] as const)
      await demo.arm({ kind, times: 1 });
    const broken = await made(FileType.Excel);
    expect(broken.job).toMatchObject({ FailedPictures: 4, LeftPictures: 0 });
    const whole = await made(FileType.Excel);
    expect(whole.job).toMatchObject({ FailedPictures: 0, LeftPictures: 0 });
    const [before, after] = [await excelOf(broken.bytes), await excelOf(whole.bytes)];
    expect(before.length).toBeLessThan(after.length);
    expect(new Set(after.map(({ address }) => address)).size - new Set(before.map(({ address }) => address)).size).toBe(
      4,
    );
  });
});
