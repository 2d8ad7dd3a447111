import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { codeCache } from "#processes/code-cache.ts";
import { openExcel } from "#tests/support/read-report.ts";
import { thumbnails } from "./images-drawn.ts";
import { type Figure, median } from "./measure.ts";

const child = fileURLToPath(new URL("./images-child.ts", import.meta.url));
const pictures = 500;
const rounds = 5;

type Measured = { seconds: number; peakMiB: number; bytes: number };

const measure = async (mode: "ours" | "exceljs", file?: string): Promise<Measured> => {
  const given = ["--disable-warning=ExperimentalWarning", child, mode, `${pictures}`, ...(file ? [file] : [])];
  const { stdout } = await promisify(execFile)(process.execPath, given, { env: { ...process.env, ...codeCache } });
  return JSON.parse(stdout) as Measured;
};

const hash = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** @throws where a file does not hold every picture in the row that it belongs to, as exceljs reads it */
const check = async (mode: "ours" | "exceljs", folder: string): Promise<void> => {
  const file = join(folder, `${mode}.xlsx`);
  await measure(mode, file);
  const workbook = await openExcel(await readFile(file));
  const [sheet] = workbook.worksheets;
  const found = new Map(
    sheet
      ?.getImages()
      .map(({ imageId, range }) => [
        range.tl.nativeRow,
        hash(Buffer.from(workbook.getImage(Number(imageId)).buffer as unknown as Uint8Array)),
      ]),
  );
  const missing = thumbnails(pictures).filter((bytes, n) => found.get(n + 1) !== hash(bytes));
  if (missing.length > 0)
    throw new Error(`${missing.length} of ${pictures} pictures are missing in the file of ${mode}.`);
};

/**
 * Thumbnails in memory to an Excel file in memory, beside exceljs, in turn. The content of both files is compared
 * first.
 */
export const run = async (): Promise<Figure[]> => {
  const folder = await mkdtemp(join(tmpdir(), "sheaf-bench-"));
  try {
    for (const mode of ["ours", "exceljs"] as const) await check(mode, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const own: Measured[] = [];
  const theirs: Measured[] = [];
  for (let round = 0; round < rounds; round += 1) {
    own.push(await measure("ours"));
    theirs.push(await measure("exceljs"));
  }
  const share = median(own.map(({ seconds }, at) => seconds / (theirs[at]?.seconds ?? Number.NaN)));
  const figure = (what: string, unit: string, pick: (run: Measured) => number): Figure => {
    const [value, peer] = [median(own.map(pick)), median(theirs.map(pick))];
    return {
      name: `${pictures} pictures to Excel, ${what}`,
      value,
      unit,
      peer: { name: "exceljs", value: peer, ratio: peer / value },
    };
  };
  return [
    {
      ...figure("wall", "s", ({ seconds }) => seconds),
      goal: { text: `at most 0.15 of exceljs' (${share.toFixed(3)})`, met: share <= 0.15 },
    },
    figure("peak memory", "MiB", ({ peakMiB }) => peakMiB),
    figure("size of the file", "MB", ({ bytes }) => bytes / 1e6),
  ];
};
