import { FileType } from "#domain/enumerations.ts";
import { createHttpClient } from "#tests/support/http-client.ts";
import { createDesign, generate, logIn, waitForExport } from "#tests/support/merchant.ts";
import type { StartedSheaf } from "#tests/support/start-sheaf.ts";

/** Pages that are no screens of the app and that only the running product makes: addresses by name. */
export const livePages = async (sheaf: StartedSheaf): Promise<Record<string, string>> => {
  const consent = await createHttpClient(sheaf.url).data<string>("POST", "account/login", {
    ShopName: "borealis-demo",
  });
  const merchant = await logIn(sheaf, "aurora-demo");
  const design = await createDesign(merchant);
  const job = await generate(merchant, design.id, { range: { kind: "thirtyDays" }, fileType: FileType.Html });
  const { PublicUrl } = await waitForExport(merchant, job.ReportExportId, 120_000);
  if (PublicUrl === null) throw new Error("The finished HTML report has no address.");
  return { "demo-consent": consent, "html-report": new URL(PublicUrl, sheaf.url).href };
};
