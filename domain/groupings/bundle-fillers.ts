import { sumAtoms, toAtoms } from "../columns/cells/cells.ts";
import type { LineItem } from "../orders/order.ts";
import { shownProperties } from "../orders/properties.ts";
import { divideDecimals, multiplyDecimals, sumDecimals } from "../text/decimal.ts";
import { averagePlaces } from "./aggregators.ts";
import type { CellFiller } from "./cell-filler.ts";
import { type CellSlot, UncompilableDesign } from "./row-plan.ts";

const formatUnits = (title: string, units: number | null | undefined): string =>
  typeof units === "number" ? `${title} × ${units}` : title;

/** Example: `Engraving: Anna`. Skips empty properties. */
const propertiesOf = ({ customAttributes }: LineItem): string[] =>
  shownProperties(customAttributes).flatMap(({ key, value }) => (value?.trim() ? [`${key}: ${value}`] : []));

/**
 * Lists a line's text with its properties below. A bundle lists its parent's title, then each line with its properties
 * (R-37).
 * @throws {UncompilableDesign} the column does not read lines
 */
export const createBundleListFiller = ({ definition, toCell }: CellSlot): CellFiller => {
  if (definition.level !== "line") throw new UncompilableDesign(`The column '${definition.key}' does not read lines.`);
  return {
    perOrder: false,
    fill({ line, lines, bundle, order, context }) {
      if (line === null) return null;
      if (bundle === undefined) {
        const texts = toAtoms(definition.read(line, order, context)).map((atom) => String(atom ?? ""));
        return toCell([...texts, ...propertiesOf(line)].join("\n"));
      }
      const beneath = lines.flatMap((one) => {
        const properties = propertiesOf(one);
        return one.id === bundle.parent?.id
          ? properties
          : [`• ${formatUnits(one.name ?? one.title ?? "", one.quantity)}`, ...properties];
      });
      return toCell([formatUnits(bundle.title, bundle.units), ...beneath].join("\n"));
    },
  };
};

/**
 * Divides the sum over a bundle's units by the number of bundles. Lines outside of bundles keep their value.
 * @throws {UncompilableDesign} the column does not read lines
 */
export const createPerBundleFiller = ({ definition, toCell }: CellSlot): CellFiller => {
  if (definition.level !== "line") throw new UncompilableDesign(`The column '${definition.key}' does not read lines.`);
  return {
    perOrder: false,
    fill({ line, lines, bundle, order, context }) {
      if (line === null) return null;
      if (bundle === undefined) return toCell(definition.read(line, order, context));
      const known = lines.flatMap((one) => {
        const each = sumAtoms(toAtoms(definition.read(one, order, context)));
        return each === null || one.quantity === undefined ? [] : [multiplyDecimals(each, String(one.quantity))];
      });
      if (known.length === 0 || bundle.units === null || bundle.units <= 0) return null;
      return toCell(divideDecimals(sumDecimals(known), String(bundle.units), averagePlaces));
    },
  };
};
