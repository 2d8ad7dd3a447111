import type { FieldProblem } from "../core/field-problem.ts";
import { CustomColumnCategory, type Grouping } from "../enumerations.ts";
import type { Features } from "../shop/features.ts";
import { quoteText } from "../text/quote-text.ts";
import type { CustomColumn } from "./design.ts";
import { type DesignField, type DesignFields, parseColumnField } from "./fields.ts";
import { type CatalogueColumns, groupingsOffered } from "./validate.ts";

/** Groupings that reports support and the shop may use, in order. */
export const groupingsFor = ({ groupings }: Pick<Features, "groupings">): readonly Grouping[] =>
  groupingsOffered.filter((grouping) => groupings.includes(grouping));

/** Refusal of a grouping that exists but not for this shop. */
export const groupingNotOfShop = "Your shop can't use this grouping. Choose another one.";

const customNotOfShop = "Your shop can't edit custom columns. Leave this one as it is.";

/** True for content of the custom column editor, which needs its flag. Attributes don't. */
const isEdited = (custom: CustomColumn): boolean =>
  custom.category === CustomColumnCategory.Empty || custom.category === CustomColumnCategory.ExcelFormula;

const problemOf = (field: DesignField, wanted: Partial<DesignFields>, known: CatalogueColumns, features: Features) => {
  if (field === "grouping")
    return wanted.grouping === undefined || features.groupings.includes(wanted.grouping)
      ? undefined
      : groupingNotOfShop;
  const { column, property } = parseColumnField(field) ?? {};
  if (features.customColumnEditor || column === undefined || property !== "custom") return undefined;
  const custom = wanted[field] as CustomColumn | null;
  return custom === null || !isEdited(custom)
    ? undefined
    : `Column ${quoteText(known.get(column)?.title ?? column)}: ${customNotOfShop}`;
};

/** Refuses changes that the shop may not make without a flag. */
export const featureProblems = (
  wanted: Partial<DesignFields>,
  known: CatalogueColumns,
  features: Features,
): FieldProblem<DesignField>[] =>
  (Object.keys(wanted) as DesignField[]).flatMap((field) => {
    const message = problemOf(field, wanted, known, features);
    return message === undefined ? [] : [{ field, message }];
  });
