import { describe, it } from "vitest";
import { checkFile, wantedOf } from "./check-file.ts";
import { caseInWords, reportCases } from "./factors.ts";
import { auroraOrders, makeFile } from "./make-file.ts";

/** One of `of` parts of the matrix, so that workers share it: makes each file, reads it back and judges every cell. */
export const describeMatrix = (part: number, of: number): void => {
  const orders = auroraOrders();
  describe(`files of all combinations, part ${part} of ${of}`, () => {
    for (const report of reportCases().filter((_, place) => place % of === part - 1))
      it(`have the expected content: ${caseInWords(report)}`, async () => {
        await checkFile(wantedOf(report, orders), await makeFile(report, orders));
      });
  });
};
