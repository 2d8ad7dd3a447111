import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CustomColumnCategory } from "#domain/enumerations.ts";
import type { AttributeNamesOnWire } from "#domain/wire/filters/attributes.ts";
import type { HistoryPage } from "#domain/wire/history.ts";
import type { CustomColumnOnWire, ReportDesignItem, ReportWithColumns } from "#domain/wire/reports/reports.ts";
import { PlatformError } from "#infra/ports/store-platform.ts";
import { fieldsIn, startWorkspace, type Workspace } from "./support.ts";

/** 'Choose attribute' and custom columns. */

const shopNames = Array.from({ length: 9 }, (_, at) => `attribute-shop-${at + 1}`);

let workspace: Workspace;
beforeAll(async () => {
  workspace = await startWorkspace({ SHOP_FLAGS: `custom-columns=${shopNames.join()}` });
});
afterAll(() => workspace.close());

let shops = 0;
const merchant = async () => {
  shops += 1;
  workspace.platform.asked.length = 0;
  const shop = shopNames[shops - 1] ?? "";
  return { one: await workspace.givenMerchant(shop), shop };
};
const { ExcelFormula, NoteAttributes, ProductMetafields } = CustomColumnCategory;

describe("the attributes to choose from", () => {
  const attributes = (one: Awaited<ReturnType<typeof merchant>>["one"]) =>
    one.call<AttributeNamesOnWire[]>("GET", "reports/attributes");

  it("are listed by category, and requested once in five minutes", async () => {
    const { one, shop } = await merchant();
    workspace.platform.attributeNames.noteAttributes.splice(0, 9, "Gift message");
    workspace.platform.attributeNames.productMetafields.splice(0, 9, "custom.material", "no metafield");
    workspace.platform.asked.length = 0;
    const { data } = await attributes(one);
    expect(data.map(({ Category }) => Category).sort()).toEqual([3, 4, 5, 7, 8, 9]);
    expect(data.find(({ Category }) => Category === NoteAttributes)?.Names).toEqual(["Gift message"]);
    // Attributes that no design can use are not offered.
    expect(data.find(({ Category }) => Category === ProductMetafields)?.Names).toEqual(["custom.material"]);
    await attributes(one);
    expect(workspace.platform.asked).toEqual([`attributes ${shop}`]);
  });

  it("return the platform's message while the platform is unavailable", async () => {
    const { one } = await merchant();
    workspace.platform.failing.set("attributes", new PlatformError("unavailable", "The store does not answer."));
    const { status, envelope } = await attributes(one);
    expect([status, envelope.ErrorMessage]).toEqual([503, "The store does not answer."]);
    workspace.platform.failing.clear();
  });
});

describe("a custom column", () => {
  const open = async () => {
    const { one } = await merchant();
    const { id } = (await one.call<ReportDesignItem>("POST", "reports/create-new")).data;
    return { one, id, design: (await one.call<ReportWithColumns>("GET", `reports/get/with-columns/${id}`)).data };
  };
  const withCustom = (
    design: ReportWithColumns,
    key: string,
    custom: Partial<CustomColumnOnWire>,
  ): ReportWithColumns => ({
    ...design,
    columns: design.columns.map((column) =>
      column.Column === key
        ? {
            ...column,
            CustomColumn: {
              Category: CustomColumnCategory.Empty,
              LocalStatus: null,
              ExcelFormula: null,
              Name: null,
              ...custom,
            },
          }
        : column,
    ),
  });
  const customOf = ({ columns }: ReportWithColumns, key: string) =>
    columns.find(({ Column }) => Column === key)?.CustomColumn;

  it("keeps its formula or chosen attribute, records it in the history, and loses it when set to null", async () => {
    const { one, id, design } = await open();
    const wanted = withCustom(
      withCustom(design, "Custom1", { Category: ExcelFormula, ExcelFormula: { Formula: " =A1*2" } }),
      "OrderProperty2",
      { Category: NoteAttributes, Name: "Gift message" },
    );
    const { data } = await one.call<ReportWithColumns>("PUT", "reports/update", wanted);
    expect(customOf(data, "Custom1")).toMatchObject({ Category: 2, ExcelFormula: { Formula: "=A1*2" } });
    expect(customOf(data, "OrderProperty2")).toMatchObject({ Category: 5, Name: "Gift message" });
    const read = await one.call<ReportWithColumns>("GET", `reports/get/with-columns/${id}`);
    expect(read.data).toEqual(data);
    const { Items } = (await one.call<HistoryPage>("GET", `reports/history?id=${id}`)).data;
    expect(Items.map(({ Sentence }) => Sentence)).toContain(
      "Content of column “Order property 2”: changed to the note attribute “Gift message”.",
    );
    const without = {
      ...data,
      columns: data.columns.map((column) => ({ ...column, CustomColumn: null })),
    };
    const back = await one.call<ReportWithColumns>("PUT", "reports/update", without);
    expect(customOf(back.data, "Custom1")).toMatchObject({ Category: 0 });
    expect(customOf(back.data, "OrderProperty2")).toBeNull();
  });

  it("rejects a formula without '=', and an attribute of another category, naming the field", async () => {
    const { one, design } = await open();
    const formula = await one.call(
      "PUT",
      "reports/update",
      withCustom(design, "Custom1", { Category: ExcelFormula, ExcelFormula: { Formula: "A1*2" } }),
    );
    expect(formula.status).toBe(400);
    expect(formula.envelope.ErrorMessage).toContain("Excel formulas must start with the '=' sign.");
    expect(fieldsIn(formula)).toEqual(["columns.Custom1.custom"]);
    const attribute = await one.call(
      "PUT",
      "reports/update",
      withCustom(design, "OrderProperty1", { Category: ProductMetafields, Name: "custom.material" }),
    );
    expect(attribute.envelope.ErrorMessage).toContain("Category required");
  });
});
