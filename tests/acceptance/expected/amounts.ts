/** Keys of columns of money of the shop, by how they are named. */
const money =
  /^Net|Price$|Total$|Total(Price|Spent|Cost|Received|WithTax)$|Tax$|Tax\dAmount$|Amount$|Duties$|Discounts?$|Profit$|Cost$|Fees$|Net$|Subtotal$|Balance$|AverageOrder$|Spent$|^RefundShipping$|^RefundInPeriod$/;

/** An amount as an HTML page shows it where no number format says otherwise: at least two decimals, none of them lost. */
export const amountInHtml = (column: string, cell: string): string => {
  if (!money.test(column) || !/^-?\d+(\.\d)?$/.test(cell)) return cell;
  return cell.includes(".") ? `${cell}0` : `${cell}.00`;
};
