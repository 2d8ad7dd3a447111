import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Frequency } from "#domain/enumerations.ts";
import type { WhyMissing } from "#domain/wire/filters/why-missing.ts";
import { type Automated, ordersOn, startAutomated } from "./automated-runs.ts";

/** whether an automated report has an order, by its number. */

let sheaf: Automated;
beforeEach(async () => {
  const orders = ordersOn(19, 20, 21);
  sheaf = await startAutomated(orders);
  sheaf.web.platform.ordersOf.set("aurora-demo", orders);
});
afterEach(() => sheaf.close());

const daily = { frequency: Frequency.Daily };

describe("an order that is missing from an automated report", () => {
  const ask = async (id: string, day: number, RunId: string | null = null) => {
    sheaf.web.platform.pages.push({
      orders: [{ id: `gid://shopify/Order/${day}`, name: `#${day}` }],
      previous: null,
      next: null,
    });
    const body = { id, RunId, Name: String(day) };
    return (await (await sheaf.merchant()).call<WhyMissing>("POST", "automations/why-missing", body)).data;
  };

  const belongs =
    "belongs in this report, as the order and the filter are now. If the file lacks it, they were different then.";

  it("is looked for in the next report before the first, and then in the newest or a chosen one", async () => {
    const id = await sheaf.automate(daily);
    expect(await ask(id, 19)).toMatchObject({
      Result: "left-out",
      Sentence: "#19 is left out: it was created on 19 Nov, and the next report covers 20 Nov.",
    });
    expect((await ask(id, 20)).Sentence).toBe("#20 is in this report.");
    await sheaf.runUntil("2026-11-21T22:05:00Z", 1);
    const [newest, first] = await sheaf.historyOf(id);
    expect((await ask(id, 21)).Sentence).toBe(`#21 ${belongs}`);
    expect((await ask(id, 20)).Sentence).toBe(
      "#20 is left out: it was created on 20 Nov, and the newest report covers 21 Nov.",
    );
    expect((await ask(id, 20, first?.RunId ?? "")).Sentence).toBe(`#20 ${belongs}`);
    expect((await ask(id, 20, newest?.RunId ?? "")).Sentence).toContain("and this report covers 21 Nov.");
  });

  it("is refused for a report or run that isn't there", async () => {
    const id = await sheaf.automate(daily);
    const window = await sheaf.merchant();
    const body = { id, RunId: "gone", Name: "20" };
    for (const change of [{}, { id: "gone" }]) {
      const reply = await window.call("POST", "automations/why-missing", { ...body, ...change });
      expect(reply.status).toBe(404);
    }
  });
});
