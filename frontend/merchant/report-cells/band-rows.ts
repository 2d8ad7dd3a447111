/** How a shaded row of a report looks (`AlternateRowsStyle`): a row with `data-band="true"`, as `createBands` answers it. */
export const bandStyles = { "& tr[data-band=true] > td": { bgcolor: "action.hover" } } as const;
