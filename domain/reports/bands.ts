/**
 * Which rows stand on a coloured band (AlternateRowsStyle: 0 none, 1 every other line, 2 every other order). To be asked once
 * for each row, in their order.
 */
export const createBands = (alternateRowsStyle: number): ((startsOrder: boolean) => boolean) => {
  let changes = 0;
  return (startsOrder) => {
    if (alternateRowsStyle === 1 || (alternateRowsStyle === 2 && startsOrder)) changes += 1;
    return changes > 0 && changes % 2 === 0;
  };
};
