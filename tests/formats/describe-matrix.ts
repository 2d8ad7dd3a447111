import { describe, it } from "vitest";
import { checkFile, wantedOf } from "./check-file.ts";
import { caseInWords, reportCases } from "./factors.ts";
import { auroraOrders, makeFile } from "./make-file.ts";

/** One of `of` parts of the matrix, so that workers share it: makes each file, reads it back and judges every cell. */
export const describeMatrix = (part: number, of: number): void => {
  const orders = auroraOrders();
  describe(`files of every choice, part ${part} of ${of}`, () => {
    for (const report of reportCases().filter((_, place) => place % of === part - 1))
      it(`hold what they should: ${caseInWords(report)}`, async () => {
        await checkFile(wantedOf(report, orders), await makeFile(report, orders));
      });
  });
};
