import { describe, expect, it } from "vitest";
import { hasChromium } from "./support/chromium.ts";
import {
  add,
  address,
  bodies,
  chooseOperator,
  field,
  filterEditors,
  group,
  openChoice,
  operator,
  savedValues,
  shownValues,
  title,
  value,
} from "./support/filter-editor.ts";
import { useScreens } from "./support/screens.ts";
import { account, type Script } from "./support/scripted-api.ts";
import { emptyFilter, filterServer, fullFilter } from "./support/scripted-filters.ts";

describe.runIf(hasChromium())("the filter editor", () => {
  const screens = useScreens();
  const show = filterEditors(screens);

  it("shows the title, the statuses and the five groups with their values", async () => {
    const { page } = await show(fullFilter);
    expect(await page.title()).toMatch(/^.+ · Edit Filter · Sheaf$/);
    expect(await title(page).inputValue()).toBe("Wholesale, to be shipped");
    for (const [label, value] of [
      ["Financial status", "Paid or partially paid"],
      ["Fulfillment status", "Has something to ship"],
      ["Order status", "Open"],
    ] as const)
      expect(await page.getByRole("combobox", { name: label, exact: true }).textContent()).toBe(value);
    const heads = await page.getByRole("region").getByRole("heading", { level: 2 }).allTextContents();
    expect(heads.filter((head) => !head.startsWith("This"))).toEqual([
      "Order7 valuesFilters whole orders",
      "Order line3 valuesFilters lines, not whole orders",
      "Product1 valueFilters lines, not whole orders",
      "Variant1 valueFilters lines, not whole orders",
      "CustomerFilters whole orders",
    ]);
    expect(await shownValues(group(page, "Order"))).toEqual([
      "is wholesale",
      "is vip",
      "is not test",
      "is Athens Warehouse",
      expect.stringMatching(/^is delivery:tomorrow \(\d{4}\/\d\d\/\d\d\)$/),
      "at least 500",
      "less than 20000",
    ]);
    expect(await field(page, "Country", "Customer").count()).toBe(0);
    await page.getByRole("heading", { name: "This filter means" }).waitFor();
    await page.getByText(/^Orders that are .*paid or partially paid/).waitFor();
  });

  it("offers further conditions behind a button that names them, by keyboard too", async () => {
    const { page, updates } = await show();
    const more = group(page, "Order").getByRole("button", { name: /^More conditions Order Total, Subtotal/ });
    expect(await field(page, "Order Total").count()).toBe(0);
    await more.focus();
    await page.keyboard.press("Enter");
    await add(field(page, "Order Total"), ">=100");
    await expect.poll(() => savedValues(updates(), 1006)).toEqual([">=100"]);
    await page.getByText("Orders with a total of 100 or more.").waitFor();
    await add(field(page, "Test Order"), "no");
    await page.getByText("Orders with a total of 100 or more and not marked as test.").waitFor();
    await page.getByRole("button", { name: "Fewer conditions" }).click();
    expect(await field(page, "Order Total").count()).toBe(0);
  });

  it("leaves out test orders by a tick, which is the condition 'Test Order'", async () => {
    const { page, updates } = await show();
    const tick = page.getByRole("checkbox", { name: "Leave out test orders" });
    expect(await tick.isChecked()).toBe(false);
    await tick.focus();
    await page.keyboard.press("Space");
    await expect.poll(() => savedValues(updates(), 1017)).toEqual(["no"]);
    await page.getByText("Orders not marked as test.").waitFor();
    await group(page, "Order")
      .getByRole("button", { name: /^More conditions/ })
      .click();
    expect(await shownValues(group(page, "Order"))).toEqual(["is no"]);
    await tick.click();
    await page.getByText("All orders.").waitFor();
    await expect.poll(() => savedValues(updates(), 1017)).toBeUndefined();
  });

  it("saves the title after a typing pause, and the statuses at once", async () => {
    const { page, updates, server } = await show();
    await title(page).fill("New filter 1 of May");
    await page.getByText("Saved", { exact: true }).waitFor();
    expect(bodies(updates()).map((body) => body.title)).toEqual(["New filter 1 of May"]);
    expect(updates()[0]?.headers["if-match"]).toBe('"3"');
    await page.getByRole("combobox", { name: "Financial status" }).click();
    await page.getByRole("option", { name: "Unpaid" }).click();
    await expect.poll(() => server.filter.financial_status).toBe(9);
    expect(updates()[1]?.headers["if-match"]).toBe('"4"');
    await page.getByText("Orders that are pending, authorized or partially paid.").waitFor();
  });

  it("counts again after a condition was saved, but not after the title was", async () => {
    const { page, server, callsOf } = await show();
    await page.getByText("<=128 orders").waitFor();
    await page
      .getByRole("button", { name: "Some conditions are checked only while the report is made", exact: false })
      .waitFor();
    const counts = () => callsOf("filters/order-count").length;
    const before = counts();
    await title(page).fill("Another");
    await page.getByText("Saved", { exact: true }).waitFor();
    expect(counts()).toBe(before);
    server.count = { Count: 1, HasPostProcessFilters: false };
    await add(field(page, "Tags"), "vip");
    await page.getByText("1 order", { exact: true }).waitFor();
    expect(counts()).toBe(before + 1);
  });

  it("says why orders couldn't be counted", async () => {
    const { script } = filterServer();
    const failed: Script = {
      ...script,
      "filters/order-count": () => ({
        status: 503,
        error: { code: "Busy", message: "The store platform isn't answering right now. Try again in a few minutes." },
      }),
    };
    const { page } = await screens.open(address, { account, script: failed });
    await page
      .getByRole("status")
      .filter({ hasText: "The store platform isn't answering right now. Try again in a few minutes." })
      .waitFor();
    await page.getByRole("img", { name: "Warning" }).waitFor();
  });

  it("adds values by Enter, by a suggestion, by leaving the field and by pasting several", async () => {
    const { page, updates, callsOf } = await show();
    const tags = field(page, "Tags");
    await tags.click();
    await page.getByRole("option", { name: "gift" }).click();
    await expect.poll(() => savedValues(updates(), 1001)).toEqual(["gift"]);
    expect(callsOf("filters/suggestions")[0]?.query).toEqual({ field: "1001" });
    await add(tags, "vip");
    await tags.fill("left");
    await title(page).click();
    await expect.poll(() => savedValues(updates(), 1001)).toEqual(["gift", "vip", "left"]);
    await tags.click();
    await page.evaluate("navigator.clipboard.writeText('one\\ntwo\\tthree\\r\\n\\nvip\\n')");
    await page.keyboard.press("Control+V");
    await expect.poll(() => savedValues(updates(), 1001)).toEqual(["gift", "vip", "left", "one", "two", "three"]);
    await page.getByText("“vip” is already in the list.").waitFor();
  });

  it("accepts a multi-line value by Shift+Enter, by pasting into it and from a spreadsheet cell", async () => {
    const { page, updates } = await show();
    const notes = field(page, "Note Attributes");
    const paste = async (text: string) => {
      await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
      await page.keyboard.press("Control+V");
    };
    await notes.click();
    await page.keyboard.type("card:Happy birthday");
    await page.keyboard.press("Shift+Enter");
    await page.keyboard.type("Anna");
    expect(await notes.inputValue()).toBe("card:Happy birthday↵Anna");
    await page.keyboard.press("Enter");
    await expect.poll(() => savedValues(updates(), 1003)).toEqual(["card:Happy birthday\nAnna"]);
    await page.keyboard.type("door:");
    await paste("Second floor\r\nleft");
    await page.keyboard.press("Enter");
    await expect.poll(() => savedValues(updates(), 1003)?.at(-1)).toBe("door:Second floor\nleft");
    await paste('"sign:""Open""\r\ndaily"\r\ngift');
    await expect.poll(() => savedValues(updates(), 1003)?.slice(2)).toEqual(['sign:"Open"\ndaily', "gift"]);
    // Shown on its lines, and on one line while it is edited.
    const chip = value(page, "card:Happy birthday↵Anna");
    expect(await chip.innerText()).toBe("card:Happy birthday\nAnna");
    await chip.click();
    expect(await notes.inputValue()).toBe("card:Happy birthday↵Anna");
    await page.keyboard.press("End");
    await page.keyboard.type("!");
    await page.keyboard.press("Enter");
    await expect.poll(() => savedValues(updates(), 1003)?.at(0)).toBe("card:Happy birthday\nAnna!");
    // In other fields each line is a value.
    await field(page, "Tags").click();
    await page.keyboard.type("vi");
    await page.keyboard.press("Shift+Enter");
    await expect.poll(() => savedValues(updates(), 1001)).toEqual(["vi"]);
  });

  it("splits typed locations by } and allows only listed ones, in any case, also negated", async () => {
    const { page, updates } = await show();
    const location = field(page, "Location");
    await add(location, "athens warehouse}!berlin store");
    await expect.poll(() => savedValues(updates(), 1002)).toEqual(["Athens Warehouse", "!Berlin Store"]);
    await add(location, "Rome");
    await page.getByText("“Rome” isn't in the list. Choose one from the list.").waitFor();
    expect(await location.inputValue()).toBe("Rome");
    expect(await location.getAttribute("aria-invalid")).toBe("true");
  });

  it("adds the only match in a list by Enter, also negated", async () => {
    const { page, updates } = await show();
    const location = field(page, "Location");
    await location.fill("ber");
    await page.getByRole("option", { name: "Berlin Store" }).waitFor();
    await location.press("Enter");
    await expect.poll(() => savedValues(updates(), 1002)).toEqual(["Berlin Store"]);
    await location.fill("!lis");
    await page.getByRole("option", { name: "Lisbon Pop-up" }).waitFor();
    await location.press("Enter");
    await expect.poll(() => savedValues(updates(), 1002)).toEqual(["Berlin Store", "!Lisbon Pop-up"]);
  });

  it("offers the shop's values also after a typed 'not', which is kept, and accepts any other value", async () => {
    const { page, updates } = await show();
    const tags = field(page, "Tags");
    await tags.pressSequentially("!whole");
    await page.getByRole("option", { name: "wholesale" }).click();
    await add(tags, "vi");
    await expect.poll(() => savedValues(updates(), 1001)).toEqual(["!wholesale", "vi"]);
  });

  it("says in a toast if the locations can't be loaded, and can retry", async () => {
    let works = false;
    const names = () =>
      works
        ? ({ data: ["Athens Warehouse"] } as const)
        : ({ status: 503, error: { code: "x", message: "No." } } as const);
    const { page } = await show(emptyFilter, { "locations/get-names": names });
    await page.getByRole("alert").filter({ hasText: "Cannot fetch locations" }).waitFor();
    expect(await field(page, "Location").isDisabled()).toBe(true);
    works = true;
    await page.getByRole("button", { name: "We couldn't load your locations. Try again" }).click();
    await expect.poll(() => field(page, "Location").isDisabled()).toBe(false);
  });

  it("has comparisons in a menu: not, any, empty, and more and less for numbers and days", async () => {
    const { page, updates } = await show();
    const compare = async (name: string, how: string, typed: string, inGroup = "Order", first = "is") => {
      await field(page, name, inGroup).fill(typed);
      await chooseOperator(page, `${name} (${inGroup}): ${first}`, how);
    };
    await compare("Tags", "is not", "test");
    await page.keyboard.press("Enter");
    await compare("Note Attributes", "is empty", "x");
    await compare("Total Weight grams", "at least", "500");
    await page.keyboard.press("Enter");
    await expect.poll(() => savedValues(updates(), 1004)).toEqual([">=500"]);
    expect(savedValues(updates(), 1001)).toEqual(["!test"]);
    expect(savedValues(updates(), 1003)).toEqual(["!*"]);
    await openChoice(page, "Order line");
    await compare("Refund Date", "before", "date(YYYY-MM-DD; -7)", "Order line", "on");
    await page.keyboard.press("Enter");
    await expect.poll(() => savedValues(updates(), 2004)).toEqual(["<date(YYYY-MM-DD; -7)"]);
    await compare("Fulfillment Status", "is not", "not", "Order line");
    await page.keyboard.press("Enter");
    await expect.poll(() => savedValues(updates(), 2000)).toEqual(["!not_eligible"]);
  });

  it("accepts a day from the calendar, whose comparison can be changed in the value", async () => {
    const { page, updates } = await show();
    await openChoice(page, "Order line");
    await page.getByRole("button", { name: "Refund Date: choose a day" }).click();
    // Follows the shop's first day of the week, like 'this week' of a report.
    expect(await page.getByRole("columnheader").first().getAttribute("aria-label")).toBe("Monday");
    await page.getByRole("gridcell", { name: "15" }).click();
    await expect.poll(() => savedValues(updates(), 2004)?.[0]).toMatch(/^\d{4}-\d\d-15$/);
    await group(page, "Order line").getByRole("button", { name: ": on. Change how to compare" }).click();
    await page.getByRole("menuitem", { name: "after", exact: true }).click();
    await expect.poll(() => savedValues(updates(), 2004)?.[0]).toMatch(/^>\d{4}-\d\d-15$/);
  });

  it("turns a value into text for editing, and back by Escape", async () => {
    const { page, updates } = await show(fullFilter);
    const tags = field(page, "Tags");
    await value(page, "is not test").click();
    expect(await tags.inputValue()).toBe("test");
    await operator(page, "Tags (Order): is not").waitFor();
    await page.keyboard.press("Escape");
    await value(page, "is not test").waitFor();
    expect(updates()).toEqual([]);
    await value(page, "vip").click();
    await add(tags, "gold");
    await expect.poll(() => savedValues(updates(), 1001)).toEqual(["wholesale", "gold", "!test"]);
    await page.getByRole("button", { name: "Remove gold", exact: true }).click();
    await expect.poll(() => savedValues(updates(), 1001)).toEqual(["wholesale", "!test"]);
  });

  it.each([
    ["Total Weight grams", "heavy", /^“heavy” isn't a number/],
    ["Total Weight grams", "!>5", /negates a comparison/],
    ["Tags", "!", /has nothing after the “!”/],
    ["Tags", "x".repeat(256), /is too long: a value has at most 255 characters/],
    ["Tags", "date(YYYY)", /needs a format and a number of days/],
  ])("refuses an invalid value in %s, at the field (%#)", async (name, typed, message) => {
    const { page, updates } = await show();
    const target = field(page, name);
    await add(target, typed);
    await group(page, "Order").getByText(message).waitFor();
    expect(await target.inputValue()).toBe(typed);
    await target.press("Escape");
    await expect.poll(() => group(page, "Order").getByText(message).count()).toBe(0);
    expect(updates()).toEqual([]);
  });

  it("shows an erased value, which can't be edited, stays if others change, and can be removed", async () => {
    const erased = "\u001apv:0Zk3vQ8mT1yB7cJx5LwNsA";
    const sievers = [{ Field: 1001, Filter: [erased, `!${erased}`, "vip"] }];
    const { page, updates } = await show({ ...emptyFilter, OrderSievers: sievers });
    const tags = field(page, "Tags");
    const chip = value(page, "Erased");
    await chip.waitFor();
    expect(await shownValues(group(page, "Order"))).toEqual(["is Erased", "is not Erased", "is vip"]);
    expect(await chip.getAttribute("title")).toMatch(/was erased.*matches nothing/);
    await chip.click();
    expect(await tags.inputValue()).toBe("");
    await add(tags, "gift");
    await expect.poll(() => savedValues(updates(), 1001)).toEqual([erased, `!${erased}`, "vip", "gift"]);
    await chip.focus();
    await page.keyboard.press("Delete");
    await expect.poll(() => savedValues(updates(), 1001)).toEqual([`!${erased}`, "vip", "gift"]);
  });

  it("says how many values a nearly full field has, and refuses the 501st", async () => {
    const many = Array.from({ length: 499 }, (_, at) => `tag ${at}`);
    const { page } = await show({ ...emptyFilter, OrderSievers: [{ Field: 1001, Filter: many }] });
    await page.getByText("499 of at most 500 values").waitFor();
    const tags = field(page, "Tags");
    await add(tags, "last");
    await page.getByText("500 of at most 500 values").waitFor();
    await add(tags, "more");
    await page.getByText("“more” is one too many. A field can hold at most 500 values.").waitFor();
  });
});
