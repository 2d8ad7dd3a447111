import type { ColumnDefinition } from "../columns/definition.ts";
import { attributeCategories, CustomColumnCategory } from "../enumerations.ts";
import { withPlainBlanks } from "../formulas/syntax/tokens.ts";
import { formulaProblem as syntaxProblem } from "../formulas/syntax/validate-formulas.ts";
import { unwritable } from "../text/titles.ts";
import type { ChosenAttribute, CustomColumn } from "./design.ts";

/** Characters of a metafield's namespace and key, a platform limit. Other attribute names are shorter in practice. */
export const maxAttributeNameLength = 320;

const required = "Value is required";
const tooLong = (most: number): string => `The maximum length allowed is ${most}`;
const controlCharacters = "Please don't use line breaks or other control characters.";

/** Returns the fault of a formula by itself (S-2.5), in the dialog's words. */
export const formulaProblem = (formula: string): string | undefined => {
  const trimmed = formula.trim();
  return unwritable.test(withPlainBlanks(trimmed)) ? controlCharacters : syntaxProblem(trimmed);
};

const metafields: readonly CustomColumnCategory[] = [
  CustomColumnCategory.VariantMetafields,
  CustomColumnCategory.ProductMetafields,
  CustomColumnCategory.OrderMetafields,
  CustomColumnCategory.CustomerMetafields,
];

/** The platform's characters only: `custom.material`, `$app:care.level`. */
const metafieldName = /^[\w$:-]+(?:\.[\w$:-]+)*\.[\w-]+$/;

/** Returns the fault of an attribute name. */
export const attributeProblem = ({ category, name }: ChosenAttribute): string | undefined => {
  if (name.trim() === "") return required;
  if (Array.from(name).length > maxAttributeNameLength) return tooLong(maxAttributeNameLength);
  if (unwritable.test(name)) return controlCharacters;
  return metafields.includes(category) && !metafieldName.test(name)
    ? "A metafield's name is its namespace and key with a dot between them, such as custom.material."
    : undefined;
};

/** True if the column shows an attribute of the store. */
export const isAttribute = (custom: CustomColumn): custom is ChosenAttribute =>
  (attributeCategories as readonly number[]).includes(custom.category);

/** Returns the fault of a custom column's content (S-2.5, R-36). */
export const customColumnProblem = (
  custom: CustomColumn,
  { takes = [] }: Pick<ColumnDefinition, "takes">,
): string | undefined => {
  if (takes.length === 0) return "This column shows what its name says. Choose another column.";
  if (!takes.includes(custom.category)) return "Category required";
  if (custom.category === CustomColumnCategory.ExcelFormula) return formulaProblem(custom.formula);
  return isAttribute(custom) ? attributeProblem(custom) : undefined;
};
