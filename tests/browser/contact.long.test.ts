import { describe, expect, it } from "vitest";
import { expectAccessible, expectFitsTelephone } from "./support/axe.ts";
import { hasChromium } from "./support/chromium.ts";
import { tabTo } from "./support/keyboard.ts";
import { useScreens } from "./support/screens.ts";
import { account, type Script } from "./support/scripted-api.ts";

const tooShort = "Message is required (min 10 characters)";
const sent = "Message send successfully";
const failed = "Cannot send the message now";

const everyWay: Script = {
  "app-config": () => ({
    data: {
      Environment: "local",
      Links: {
        Review: null,
        Chat: "https://chat.example/sheaf",
        AppStore: null,
        SupportEmail: "support@sheaf.example",
        PostalAddress: "Sheaf\n1 Example Street\n00000 Example",
      },
      DemoShops: [],
    },
  }),
};

describe.runIf(hasChromium())("Contact Us", () => {
  const screens = useScreens();

  it("requires a login", async () => {
    const { page } = await screens.open("/ContactUs");
    await page.waitForURL(/\/Login$/);
  });

  it("shows the store's name and e-mail, which can't be changed here", async () => {
    const { page } = await screens.open("/contactus", { account });
    await page.getByRole("heading", { name: "Contact Us", level: 1 }).waitFor();
    expect(await page.title()).toBe("Contact Us · Sheaf");
    for (const [label, value] of [
      ["Store name", "Aurora"],
      ["Email", "owner@aurora.example"],
    ] as const) {
      expect(await page.getByLabel(label).inputValue()).toBe(value);
      expect(await page.getByLabel(label).isEditable()).toBe(false);
    }
  });

  it("is linked from the header and the footer", async () => {
    const { page } = await screens.open("/Reports", { account });
    await page.getByRole("heading", { name: "Generate report" }).waitFor();
    for (const place of ["banner", "contentinfo"] as const) {
      await page.getByRole(place).getByRole("link", { name: "Contact Us" }).first().click();
      await page.waitForURL(/\/ContactUs$/);
      await page.goBack();
      await page.waitForURL(/\/Reports$/);
    }
  });

  it("validates the message while it is typed: required, at least 10 characters", async () => {
    const { page, callsOf } = await screens.open("/ContactUs", { account });
    const message = page.getByLabel("Message");
    expect(await page.getByText(tooShort).count()).toBe(0);
    await message.pressSequentially("123456789");
    await page.getByText(tooShort).waitFor();
    expect(await message.getAttribute("aria-invalid")).toBe("true");
    await message.press("0");
    await page.getByText(tooShort).waitFor({ state: "detached" });
    await message.fill("         x         ");
    await page.getByText(tooShort).waitFor();
    await message.fill("");
    await page.getByText(tooShort).waitFor();
    await page.getByRole("button", { name: "Submit" }).click();
    expect(await message.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(callsOf("support/send-message")).toEqual([]);
  });

  it("asks for a text if Submit is pressed without one", async () => {
    const { page } = await screens.open("/ContactUs", { account });
    await page.getByRole("button", { name: "Submit" }).click();
    await page.getByText(tooShort).waitFor();
  });

  it("sends only the text, confirms that and empties the field, by keyboard only", async () => {
    const { page, callsOf } = await screens.open("/ContactUs", {
      account,
      script: { "support/send-message": () => ({ data: true }) },
    });
    await tabTo(page, page.getByLabel("Message"));
    await page.keyboard.type("  The report of May is empty.");
    await tabTo(page, page.getByRole("button", { name: "Submit" }));
    await page.keyboard.press("Enter");
    await page.getByRole("alert").filter({ hasText: sent }).waitFor();
    expect(callsOf("support/send-message").map(({ body, method }) => [method, body])).toEqual([
      ["POST", "The report of May is empty."],
    ]);
    expect(await page.getByLabel("Message").inputValue()).toBe("");
    expect(await page.getByText(tooShort).count()).toBe(0);
    await page.reload();
    await page.getByRole("button", { name: "Submit" }).waitFor();
    expect(await page.getByLabel("Message").inputValue()).toBe("");
  });

  it("keeps a message that can't be sent in its field, for another try", async () => {
    let works = false;
    const { page, callsOf } = await screens.open("/ContactUs", {
      account,
      script: {
        "support/send-message": () =>
          works ? { data: true } : { status: 429, error: { code: "TooMany", message: "5 messages were sent." } },
      },
    });
    await page.getByLabel("Message").fill("The report of May is empty.");
    await page.getByRole("button", { name: "Submit" }).click();
    await page.getByRole("alert").filter({ hasText: failed }).getByText("5 messages were sent.").waitFor();
    expect(await page.getByLabel("Message").inputValue()).toBe("The report of May is empty.");
    works = true;
    await page.getByRole("button", { name: "Submit" }).click();
    await page.getByRole("alert").filter({ hasText: sent }).waitFor();
    expect(await page.getByText(failed).count()).toBe(0);
    expect(callsOf("support/send-message")).toHaveLength(2);
  });

  it("keeps a draft across a reload, and without a connection", async () => {
    let online = true;
    const { page } = await screens.open("/ContactUs", {
      account,
      script: {
        "support/send-message": () => (online ? { data: true } : "no response"),
        "instrumentation/isOnline": () => (online ? { data: true } : "no response"),
      },
    });
    await page.getByLabel("Message").fill("Half a thou");
    await page.reload();
    await expect.poll(() => page.getByLabel("Message").inputValue()).toBe("Half a thou");
    online = false;
    await page.getByRole("button", { name: "Submit" }).click();
    await page.waitForURL(/\/Offline$/);
    online = true;
    await page.getByRole("button", { name: "retry connection" }).click();
    await page.waitForURL(/\/ContactUs$/);
    await expect.poll(() => page.getByLabel("Message").inputValue()).toBe("Half a thou");
  });

  it("shows postal address, support e-mail and community chat if they are configured", async () => {
    const { page } = await screens.open("/ContactUs", { account, script: everyWay });
    const main = page.getByRole("main");
    await main.getByText("1 Example Street").waitFor();
    expect(await main.getByRole("link", { name: "support@sheaf.example" }).getAttribute("href")).toBe(
      "mailto:support@sheaf.example",
    );
    expect(await main.getByRole("link", { name: "Join the chat" }).getAttribute("href")).toBe(
      "https://chat.example/sheaf",
    );
  });

  it("shows only configured parts", async () => {
    const nothing = { Review: null, Chat: null, AppStore: null, SupportEmail: null, PostalAddress: null };
    const { page } = await screens.open("/ContactUs", {
      account,
      script: { "app-config": () => ({ data: { Environment: "local", Links: nothing, DemoShops: [] } }) },
    });
    await page.getByRole("button", { name: "Submit" }).waitFor();
    expect(await page.getByText(/Other ways to reach us|Postal address|Support e-mail|Community chat/).count()).toBe(0);
  });

  for (const scheme of ["light", "dark"] as const) {
    it(`is accessible and fits a phone, ${scheme}`, async () => {
      const { page } = await screens.open("/ContactUs", { account, scheme, script: everyWay });
      await page.getByRole("button", { name: "Submit" }).click();
      await page.getByText(tooShort).waitFor();
      await expectAccessible(page);
      await expectFitsTelephone(page);
      await expectAccessible(page);
    });
  }
});
