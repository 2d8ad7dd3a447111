import type { FrozenInput } from "#domain/export/frozen-input.ts";
import type { ExportFacts } from "#domain/export/state.ts";
import { formulaFaults } from "#domain/reports/formula-faults.ts";

/** Creates the facts that `ExportRequested` records. */
export const createExportFacts = (
  input: FrozenInput,
  inputHash: string,
  asking: Pick<ExportFacts, "trigger" | "run" | "repeats" | "sampleOf">,
): ExportFacts => {
  const faults = formulaFaults(input.design);
  const { run, repeats, sampleOf } = asking;
  return {
    exportId: input.exportId,
    tenant: input.tenant,
    shop: input.shop.shop,
    reportId: input.design.reportId,
    reportTitle: input.design.title,
    fileType: input.fileType,
    fileName: input.fileName,
    inputHash,
    trigger: asking.trigger,
    ...(run && { run }),
    ...(sampleOf !== undefined && { sampleOf }),
    asked: input.asked,
    period: { from: input.filters.from, to: input.filters.to, zone: input.shop.ianaTimezone },
    ...(faults.length > 0 && { formulaFaults: faults }),
    ...(repeats && { repeats }),
    emptyExpected: input.emptyExpected,
  };
};
