import { ExportStatus } from "#domain/enumerations.ts";
import { demoControl } from "./demo-control.ts";
import { createDesign, generate, logIn, waitForEnd } from "./merchant.ts";
import type { StartedSheaf } from "./start-sheaf.ts";

/**
 * Gives a demo shop an export that failed without the store's grant, before its merchant's next login. Returns its id.
 */
export const givenFailedExport = async (sheaf: StartedSheaf, shop: string): Promise<string> => {
  const store = demoControl(sheaf.demoUrl, shop);
  const merchant = await logIn(sheaf, shop);
  const design = await createDesign(merchant);
  await store.arm({ kind: "revoked", times: 1_000 });
  const { ReportExportId: id } = await generate(merchant, design.id, { range: { kind: "noFilter" } });
  const { Status } = await waitForEnd(merchant, id);
  if (Status !== ExportStatus.Failed) throw new Error(`The export ended with status ${Status} instead of failing.`);
  await store.reset();
  await logIn(sheaf, shop);
  return id;
};
