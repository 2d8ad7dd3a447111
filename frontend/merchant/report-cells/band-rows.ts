/**
 * The look of a report's shaded rows (`AlternateRowsStyle`): rows with `data-band="true"`, the result of `createBands`.
 */
export const bandStyles = { "& tr[data-band=true] > td": { bgcolor: "action.hover" } } as const;
