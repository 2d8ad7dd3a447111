import { afterEach, beforeEach, expect, it } from "vitest";
import { DestinationKind, FileType, Frequency } from "#domain/enumerations.ts";
import { noFeature } from "#domain/shop/features-for-tests.ts";
import type { RunDetails } from "#domain/wire/automations/automation-history.ts";
import { pictureCalled } from "#tests/support/pictures.ts";
import { pictureLimits } from "../../../exporter/pictures/picture-limits.ts";
import { type Automated, ordersOn, startAutomated } from "./automated-runs.ts";

let sheaf: Automated;
beforeEach(async () => {
  const orders = ordersOn(17, 18, 19, 20).map((order, n) => ({
    ...order,
    lineItems: [{ id: `gid://shopify/LineItem/${n}`, title: "Cup", image: { url: `https://cdn.example/${n}.png` } }],
  }));
  const picture = pictureCalled("cup");
  const sources = () => async (address: string) => (address.endsWith("/0.png") ? picture : undefined);
  sheaf = await startAutomated(orders, { pictures: { sources, bounds: pictureLimits } });
});
afterEach(() => sheaf.close());

it("a run sent to a public link shows how many images are missing, in its history and details", async () => {
  const [base] = (await sheaf.workspace()).reports;
  if (!base) throw new Error("There is no report design.");
  const { reportId, shown } = base;
  const change = { wanted: { "columns.Image.visible": true }, order: [...shown, "Image"] };
  await sheaf.onWorkspace({ type: "UpdateReportDesign", reportId, base, ...change, features: noFeature });
  const id = await sheaf.automate(
    { frequency: Frequency.Daily },
    {
      fileType: FileType.Excel,
      applyDateFilter: false,
      destination: { kind: DestinationKind.PublicUrl, reportName: "Orders of the day" },
    },
  );
  await sheaf.runUntil("2026-11-20T22:05:00Z", 1);
  const [item] = await sheaf.historyOf(id);
  expect(item).toMatchObject({ Outcome: "delivered", FailedPictures: 3, LeftPictures: 0 });
  const { data } = await (await sheaf.merchant()).call<RunDetails>("GET", `automations/get-run/${item?.RunId}`);
  expect(data.Events.map(({ Sentence }) => Sentence).join("\n")).toContain(
    "3 pictures couldn't be loaded. They're links in the file.",
  );
});
