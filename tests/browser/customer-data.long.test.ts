import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { FindReceiversPayload } from "#domain/wire/account/file-receivers.ts";
import { hasChromium } from "./support/chromium.ts";
import { scriptedConfiguration } from "./support/configuration-scenes.ts";
import { tabTo } from "./support/keyboard.ts";
import { useScreens } from "./support/screens.ts";
import { account, type Script } from "./support/scripted-api.ts";
import { customerRequests, receivedFiles } from "./support/scripted-customer-data.ts";

const field = (page: Page) => page.getByLabel("Customer's e-mail address or number");
const button = (page: Page, name: string) => page.getByRole("button", { name });
const saved = async (page: Page, act: () => Promise<void>) => {
  const [download] = await Promise.all([page.waitForEvent("download"), act()]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), "utf8") };
};

describe.runIf(hasChromium())("the page Who received a customer's data", () => {
  const screens = useScreens();
  const show = async (script: Script = {}) => {
    const all = {
      ...scriptedConfiguration().script,
      "privacy/get-requests": () => ({ data: customerRequests }),
      ...script,
    };
    const opened = await screens.open("/Configuration#CustomerData", { account, script: all });
    await field(opened.page).waitFor();
    const asked = () => opened.callsOf("privacy/find-receivers").map(({ body }) => body as FindReceiversPayload);
    return { ...opened, asked };
  };
  /** One file a step. */
  const steps: Script = {
    "privacy/find-receivers": (body) => {
      const { Continuation } = body as FindReceiversPayload;
      const n = Number(Continuation ?? 0);
      const last = n + 1 === receivedFiles.length;
      return {
        data: { Files: receivedFiles.slice(n, n + 1), Looked: n + 1, Of: 3, Continuation: last ? null : String(n + 1) },
      };
    },
  };

  it("can be used by keyboard only, and saves the answer as a file", async () => {
    const { page, asked } = await show(steps);
    await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("CustomerData");
    await tabTo(page, field(page));
    await page.keyboard.type(" ann@example.com ");
    await page.keyboard.press("Enter");
    await page.getByText("3 files held orders of this customer.").waitFor();
    expect(asked()).toEqual([null, "1", "2"].map((Continuation) => ({ Customer: "ann@example.com", Continuation })));
    const items = page.getByRole("list", { name: "Files" }).getByRole("listitem");
    expect(await items.count()).toBe(3);
    expect(await items.nth(1).innerText()).toContain(
      "Sent by e-mail on 2026/11/19 00:02 to carl@partner.example, dora.with.a.very.long.address@warehouses.partner.example.",
    );
    await tabTo(page, button(page, "Save as a file"));
    const { name, text } = await saved(page, () => page.keyboard.press("Enter"));
    expect(name).toMatch(/^Who received a customer's data \d{4}-\d\d-\d\d \d{4}\.txt$/);
    expect(text).toContain("Customer: ann@example.com");
    expect(text).toContain("Uploaded on 2026/11/18 00:02 to ftp.books.example, /in/Orders 2026-11-18 000100.xlsx.");
  });

  it("says how to have a customer's data erased, with a link to the store's customers", async () => {
    const { page } = await show();
    const steps = page.getByRole("list", { name: "How to erase a customer's data" }).getByRole("listitem");
    expect(await steps.count()).toBe(5);
    const link = steps.first().getByRole("link", { name: "Customers" });
    expect(await link.getAttribute("href")).toBe("https://aurora.example/admin/customers");
    expect(await steps.nth(1).innerText()).toBe("Choose More actions, then Erase personal data.");
    expect(await steps.nth(2).innerText()).toContain("after 10 days");
    expect(await steps.nth(3).innerText()).toContain("The platform allows 30 days.");
  });

  it("keeps the search out of addresses and the browser's storage", async () => {
    const { page, callsOf } = await show(steps);
    await field(page).fill("ann@example.com");
    await button(page, "Find files").click();
    await page.getByText("3 files held orders of this customer.").waitFor();
    expect(
      callsOf("privacy/find-receivers").every(
        ({ method, query }) => method === "POST" && Object.keys(query).length === 0,
      ),
    ).toBe(true);
    expect(page.url()).not.toContain("ann");
    const kept = await page.evaluate("JSON.stringify([{ ...localStorage }, { ...sessionStorage }])");
    expect(kept).not.toContain("ann@example.com");
  });

  it("shows the server's error at the field, and no results of an earlier search", async () => {
    const message = "This isn't an e-mail address or a customer's number.";
    const { page } = await show({
      "privacy/find-receivers": (body) =>
        (body as FindReceiversPayload).Customer === "ann"
          ? { status: 400, error: { code: "invalid", message } }
          : { data: { Files: receivedFiles, Looked: 3, Of: 3, Continuation: null } },
    });
    await field(page).fill("11");
    await button(page, "Find files").click();
    await page.getByRole("list", { name: "Files" }).waitFor();
    await field(page).fill("ann");
    expect(await page.getByRole("list", { name: "Files" }).count()).toBe(0);
    await button(page, "Find files").click();
    await page.getByText(message).waitFor();
    expect([await field(page).getAttribute("aria-invalid"), await field(page).inputValue()]).toEqual(["true", "ann"]);
  });

  it("can retry with the typed value if the server couldn't answer", async () => {
    let tries = 0;
    const { page } = await show({
      "privacy/find-receivers": () => {
        tries += 1;
        return tries === 1
          ? { status: 503, error: { code: "Busy", message: "The server is busy. Try again in a moment." } }
          : { data: { Files: [], Looked: 3, Of: 3, Continuation: null } };
      },
    });
    await field(page).fill("ann@example.com");
    await button(page, "Find files").click();
    await button(page, "Try again").click();
    await page.getByText("No file held orders of this customer.").waitFor();
    // "Nobody received anything" is a response too.
    await button(page, "Save as a file").waitFor();
  });

  it("shows customers' requests and their deadlines, and saves the answer to each", async () => {
    const asked: unknown[] = [];
    const { page } = await show({
      "privacy/get-answer": (body) => {
        asked.push(body);
        return { data: { Files: receivedFiles, Looked: 3, Of: 3, Continuation: null } };
      },
    });
    const items = page.getByRole("list", { name: "Requests" }).getByRole("listitem");
    // The requests are read by their own call.
    await expect.poll(() => items.count()).toBe(3);
    expect(await items.nth(0).innerText()).toContain("The customer must have your answer by 2026/12/19.");
    expect(await items.nth(1).getByRole("button").count()).toBe(0);
    expect(await items.nth(2).innerText()).toContain("Tell whoever received them that the data was erased.");
    const { text } = await saved(page, () => items.nth(0).getByRole("button").click());
    expect(asked).toEqual([{ Id: "p1", Continuation: null }]);
    expect(text).toContain("ann@example.com asks what data is kept about them");
    expect(text).toContain("3. Orders 2026-11-18 000100.xlsx");
  });
});
