/**
 * Tests rows for a colored band. Call it once per row, in order. `alternateRowsStyle`: 0 none, 1 every other row, 2
 * every other order.
 */
export const createBands = (alternateRowsStyle: number): ((startsOrder: boolean) => boolean) => {
  let changes = 0;
  return (startsOrder) => {
    if (alternateRowsStyle === 1 || (alternateRowsStyle === 2 && startsOrder)) changes += 1;
    return changes > 0 && changes % 2 === 0;
  };
};
